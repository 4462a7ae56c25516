import type { PublisherLimitItem } from '#lib/api/server/hosts.ts'
import { formatDuration } from '#lib/text/format.ts'
import type { Locale, AreaWords } from '#lib/words/areas.ts'

type Limit = Pick<PublisherLimitItem, 'leastIntervalMs' | 'requestsPerHour' | 'isOptedOut'>

/** "Each source at most once in 1 h; at most 60 requests an hour for all of them.", "Not polled at all …" */
export function limitWords(
  { leastIntervalMs, requestsPerHour, isOptedOut }: Limit,
  t: AreaWords<'admin'>,
  locale: Locale,
): string {
  if (isOptedOut) return t('limitOptedOut')
  const duration = leastIntervalMs === null ? null : formatDuration(leastIntervalMs, locale)
  if (duration === null)
    return requestsPerHour === null ? t('limitNothing') : t('limitRequests', { requests: requestsPerHour })
  return requestsPerHour === null
    ? t('limitInterval', { duration })
    : t('limitBoth', { duration, requests: requestsPerHour })
}
