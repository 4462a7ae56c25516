import type { HostWishItem } from '#lib/api/hosts.ts'
import { formatCount, formatDuration } from '#lib/format.ts'

type Wish = Pick<HostWishItem, 'leastIntervalMs' | 'requestsPerHour' | 'isOptedOut'>

/** "Each source at most once in 1 h; at most 60 requests an hour", "Not polled at all" */
export function wishWords({ leastIntervalMs, requestsPerHour, isOptedOut }: Wish): string {
  if (isOptedOut) return 'Not polled at all: nothing there is asked for.'
  const wishes = [
    leastIntervalMs === null ? null : `each source at most once in ${formatDuration(leastIntervalMs)}`,
    requestsPerHour === null
      ? null
      : `at most ${formatCount(requestsPerHour)}\u00a0requests an hour for all of them`,
  ].filter((words) => words !== null)
  if (wishes.length === 0) return 'Switched off: nothing is wished.'
  const text = wishes.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
