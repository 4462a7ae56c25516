import { useExpectedDelay } from '#lib/queries/sources/discover.ts'
import { formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { PreviewFreshness } from './preview-body.tsx'

/** The expected freshness of a feed that nobody reads yet: as the sources here that post as often, or by its share of the budget. */
export function useExpectedFreshness(postingsPerDay: number | null): PreviewFreshness {
  const t = useWords('discover')
  const locale = useLocale()
  const { data } = useExpectedDelay(postingsPerDay)
  if (data === undefined || data.leastMs === null || data.mostMs === null) return null
  const { leastMs, mostMs, sources: count, checksPerDay } = data
  const least = formatDuration(leastMs, locale)
  const most = formatDuration(mostMs, locale)
  const ground = checksPerDay === null ? t('expectedGround', { count }) : t('expectedByRate')
  return { words: t('expectedRange', { least, most }), ground }
}
