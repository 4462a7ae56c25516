import { queryOptions, useQuery } from '@tanstack/react-query'
import { askFreshCount } from './ask-counts.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { useListSettings } from './list-settings.ts'

const REFRESH_MS = 60_000

function freshCountQuery(minutes: number) {
  return queryOptions({
    queryKey: keys.freshCount(minutes),
    queryFn: () => askFreshCount(minutes),
    refetchInterval: REFRESH_MS, // what grows old leaves the lane without an event
  })
}

/** The number of unread postings of the fresh list. */
export function useFreshCount(): number | undefined {
  return useQuery(freshCountQuery(useListSettings().options.freshMinutes)).data?.unread
}
