'use client'

import { Ellipsis, Folder, Layers, Search, Zap } from 'lucide-react'
import Link from 'next/link'
import { Suspense, type ReactNode } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { useOpenOnPage } from '#components/ui/open/use-open-on-page.ts'
import { useIsCurrent, useListNavigation } from '#components/shell/tree/nav-link.tsx'

const MoreSheet = lazyPart(async () => (await import('./more-sheet.tsx')).MoreSheet)

const icon = { 'aria-hidden': true, size: 22, strokeWidth: 1.75 } as const
const tabLook =
  'flex h-13 flex-col items-center justify-center gap-0.5 rounded-2 text-11 font-[550] text-ink-3 aria-[current]:font-[650] aria-[current]:text-ink'

type TabBarProps = { readonly onOpenSheet: () => void; readonly className?: string }

/** The places of a phone, under the thumb. */
export function TabBar({ onOpenSheet, className }: TabBarProps) {
  const t = useWords('shell')
  const [isMoreOpen, setMoreOpen] = useOpenOnPage()
  return (
    <nav
      aria-label={t('main')}
      className={cn(
        'grid shrink-0 grid-cols-5 border-t border-line bg-paper px-1.5 py-0.5 pb-[max(2px,env(safe-area-inset-bottom))]',
        className,
      )}
    >
      <Tab href="/?fresh=1" name={t('freshLane')} icon={<Zap {...icon} />} />
      <Tab href="/" name={t('all')} icon={<Layers {...icon} />} />
      <button type="button" aria-haspopup="dialog" className={tabLook} onClick={onOpenSheet}>
        <Folder {...icon} />
        {t('folders')}
      </button>
      <Tab href="/?q=" name={t('search')} icon={<Search {...icon} />} />
      <button type="button" aria-haspopup="dialog" className={tabLook} onClick={() => setMoreOpen(true)}>
        <Ellipsis {...icon} />
        {t('more')}
      </button>
      {isMoreOpen ? (
        <Suspense>
          <MoreSheet onClose={() => setMoreOpen(false)} />
        </Suspense>
      ) : null}
    </nav>
  )
}

type TabProps = { readonly href: string; readonly name: string; readonly icon: ReactNode }

function Tab({ href, name, icon: drawn }: TabProps) {
  const isCurrent = useIsCurrent(href)
  const go = useListNavigation(href)
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={go}
      className={tabLook}
    >
      {drawn}
      {name}
    </Link>
  )
}
