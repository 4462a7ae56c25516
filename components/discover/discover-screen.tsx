'use client'

import { FileInput, Plus } from 'lucide-react'
import Link from 'next/link'
import { Suspense } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { useAlsoRead, useHotSources } from '#lib/queries/sources/discover.ts'
import { useIsWide } from '#components/ui/use-is-wide.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useLooked, type Looked } from './discover-address.ts'
import { DiscoverPacks } from './discover-packs.tsx'
import { DiscoverRead } from './discover-read.tsx'
import { SourcePreview } from './source-preview.tsx'

const PreviewSheet = lazyPart(async () => (await import('./preview-sheet.tsx')).PreviewSheet)
const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** The feeds that others here read, those that go with one's own, and lists to begin with; the chosen one beside it. */
export function DiscoverScreen() {
  const t = useWords('discover')
  const { looked, look } = useLooked()
  const isWide = useIsWide()
  const first = useFirst()
  // The place beside the list is not left empty.
  const shown = looked ?? (isWide === false ? null : first)
  return (
    <div className="h-full lg:grid lg:grid-cols-[minmax(0,588px)_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <div className="h-full overflow-y-auto border-line pb-10 lg:border-e">
        <header className="flex h-13 items-center gap-1 ps-5 pe-2.5">
          <h1 className="min-w-0 flex-1 truncate text-16 font-[600]">{t('title')}</h1>
          <Button variant="quiet" asChild>
            <Link href="/subscribe" prefetch={false}>
              <Plus {...icon} />
              {t('pasteAddress')}
            </Link>
          </Button>
          <Button variant="quiet" asChild className="max-sm:hidden">
            <Link href="/sources/import" prefetch={false}>
              <FileInput {...icon} />
              {t('bringList')}
            </Link>
          </Button>
        </header>
        <DiscoverRead looked={shown} onLook={look} />
        <DiscoverPacks looked={shown} onLook={look} />
      </div>
      {isWide === false ? null : (
        <section aria-label={t('title')} className="min-h-0 overflow-y-auto bg-paper px-10 pt-12 pb-16">
          {shown === null ? (
            <p className="grid h-full place-items-center text-ink-3">{t('choose')}</p>
          ) : (
            <SourcePreview looked={shown} />
          )}
        </section>
      )}
      {isWide === false && looked !== null ? (
        <Suspense>
          <PreviewSheet looked={looked} onClose={() => look(null)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The first feed that is read here, once both lists of those are there. Its preview asks no publisher. */
function useFirst(): Looked | null {
  const close = useAlsoRead()
  const hot = useHotSources()
  if (close.isPending || hot.data?.isOn !== true) return null
  const first = close.data?.sources[0] ?? hot.data.popular[0]
  return first === undefined ? null : { sourceId: first.sourceId }
}
