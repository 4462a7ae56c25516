import { useExpectedDelay } from '#lib/queries/sources/discover.ts'
import { formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { PreviewFreshness } from './preview-body.tsx'

/** How fresh a feed that nobody reads yet will be: as the sources here that post as often. */
export function useExpectedFreshness(postingsPerDay: number | null): PreviewFreshness {
  const t = useWords('discover')
  const locale = useLocale()
  const { leastMs = null, mostMs = null, sources: count = 0 } = useExpectedDelay(postingsPerDay).data ?? {}
  if (leastMs === null || mostMs === null) return null
  const least = formatDuration(leastMs, locale)
  const most = formatDuration(mostMs, locale)
  return { words: t('expectedRange', { least, most }), ground: t('expectedGround', { count }) }
}
