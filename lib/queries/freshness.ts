import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FreshnessSort, SubscriberFreshness } from '#lib/api/freshness.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'

/** How fresh the subscriber's reading is; while it is ordered anew, the order before stays. */
export function useSubscriberFreshness(sort: FreshnessSort) {
  return useQuery({
    queryKey: keys.freshness(sort),
    queryFn: ({ signal }) => request<SubscriberFreshness>('GET', '/freshness', { query: { sort }, signal }),
    placeholderData: keepPreviousData,
  })
}
