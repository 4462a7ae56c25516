import type { SourceFreshness } from '#lib/api/sources/sources.ts'
import { useWords } from '#lib/words/use-words.tsx'

const causeWords = {
  host: 'causeHost',
  outage: 'causeOutage',
  budget: 'causeBudget',
  hint: 'causeHint',
} as const

/** The most frequent cause of postings later than promised, as a sentence. */
export function LateCause({ cause }: Pick<SourceFreshness, 'cause'>) {
  const t = useWords('sources')
  return t(cause === null ? 'causeUnknown' : causeWords[cause])
}
