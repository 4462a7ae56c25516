'use client'

import { useState } from 'react'
import { ChipChoice } from '#components/ui/form/chip-choice.tsx'
import { Failed } from '#components/ui/form/empty.tsx'
import { usePacks } from '#lib/queries/sources/discover.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { Looked } from './discover-address.ts'
import { DiscoverHead } from './discover-head.tsx'
import { FeedRow } from './feed-row.tsx'

type DiscoverPacksProps = { readonly looked: Looked | null; readonly onLook: (looked: Looked) => void }

/** Lists to begin with, by topic. */
export function DiscoverPacks({ looked, onLook }: DiscoverPacksProps) {
  const t = useWords('discover')
  const packs = usePacks()
  const [chosen, setChosen] = useState<string | null>(null)
  if (packs.isError)
    return <Failed title={t('failed')} error={packs.error} onRetry={() => void packs.refetch()} />
  const pack = packs.data?.find(({ name }) => name === chosen) ?? packs.data?.[0]
  if (packs.data === undefined || pack === undefined) return null
  const topics = packs.data.map(({ name, title }) => ({ value: name, label: title }))
  return (
    <section aria-label={t('packs')}>
      <DiscoverHead title={t('packs')} lede={t('packsLede')} />
      <div className="border-b border-line px-5 py-2.5">
        <ChipChoice label={t('topics')} value={pack.name} options={topics} onChange={setChosen} />
      </div>
      <ul>
        {pack.sources.map((source) => (
          <FeedRow
            key={source.url}
            feed={source}
            looked={{ url: source.url }}
            isLooked={looked !== null && 'url' in looked && looked.url === source.url}
            facts={new URL(source.url).hostname}
            expectedMs={null}
            onLook={onLook}
          />
        ))}
      </ul>
    </section>
  )
}
