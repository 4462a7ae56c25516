'use client'

import { useState } from 'react'
import { AdminLink } from '#components/ui/for-admin.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { useAlsoRead, useHotSources } from '#lib/queries/sources/discover.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { Looked } from './discover-address.ts'
import { DiscoverHead } from './discover-head.tsx'
import { SourceRow } from './source-row.tsx'

type DiscoverReadProps = { readonly looked: Looked | null; readonly onLook: (looked: Looked) => void }

/** Below this nobody is told of; said so that everybody knows (lib/store/subscriptions/count-readers.ts). */
const leastReaders = 3

/** The sources of readers of the same sources, and those that most read here. */
export function DiscoverRead(props: DiscoverReadProps) {
  const t = useWords('discover')
  const hot = useHotSources()
  const close = useAlsoRead()
  if (hot.isPending) return <Waiting rows={5} label={t('loading')} />
  if (hot.isError) return <Failed title={t('failed')} error={hot.error} onRetry={() => void hot.refetch()} />
  if (!hot.data.isOn)
    return (
      <Empty title={t('off')}>
        <AdminLink href="/admin/people#recommends">{t('switchOn')}</AdminLink>
      </Empty>
    )
  return (
    <>
      {close.data !== undefined && close.data.sources.length > 0 ? (
        <section aria-label={t('alsoRead')}>
          <DiscoverHead title={t('alsoRead')} />
          <ul>
            {close.data.sources.map((source) => (
              <SourceRow key={source.sourceId} source={source} because={source.because} {...props} />
            ))}
          </ul>
        </section>
      ) : null}
      <Hot {...props} hot={hot.data} />
    </>
  )
}

type HotProps = DiscoverReadProps & {
  readonly hot: NonNullable<ReturnType<typeof useHotSources>['data']>
}

function Hot({ hot, ...props }: HotProps) {
  const t = useWords('discover')
  const [shown, setShown] = useState<'popular' | 'rising'>('popular')
  if (hot.popular.length === 0) return <Empty title={t('nothingHot')}>{t('nothingHotHint')}</Empty>
  const options = [
    { value: 'popular', label: t('popular') },
    { value: 'rising', label: t('rising') },
  ] as const
  return (
    <section aria-label={t('others')}>
      <DiscoverHead title={t('others')} lede={t('othersLede', { least: leastReaders })}>
        {hot.rising.length === 0 ? null : (
          <Segmented label={t('which')} value={shown} options={options} onChange={setShown} />
        )}
      </DiscoverHead>
      <ul>
        {hot[shown].map((source) => (
          <SourceRow key={source.sourceId} source={source} isRising={shown === 'rising'} {...props} />
        ))}
      </ul>
    </section>
  )
}
