'use client'

import type { DiscoverSource } from '#lib/api/sources/discover.ts'
import { formatRate } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { Looked } from './discover-address.ts'
import { FeedRow } from './feed-row.tsx'

type SourceRowProps = {
  readonly source: DiscoverSource
  readonly looked: Looked | null
  readonly onLook: (looked: Looked) => void
  /** Own sources whose readers read it, too. */
  readonly because?: readonly string[]
  /** Says how many are new instead of how many there are. */
  readonly isRising?: boolean
}

/** A source that is read here. */
export function SourceRow({ source, looked, onLook, because = [], isRising = false }: SourceRowProps) {
  const t = useWords('discover')
  const locale = useLocale()
  const { sourceId, newReadersAtLeast, postingsPerDay } = source
  const facts = [
    isRising && newReadersAtLeast !== null
      ? t('newReaders', { count: newReadersAtLeast })
      : t('readers', { count: source.readersAtLeast }),
    ...(postingsPerDay === null ? [] : [formatRate(postingsPerDay, locale)]),
    ...(because.length === 0
      ? []
      : [t('because', { sources: new Intl.ListFormat(locale.tag).format(because) })]),
  ]
  return (
    <FeedRow
      feed={source}
      looked={{ sourceId }}
      isLooked={looked !== null && 'sourceId' in looked && looked.sourceId === sourceId}
      facts={facts.join(' · ')}
      expectedMs={source.expectedDelayMs}
      onLook={onLook}
    />
  )
}
