import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

type Subscriptions = readonly SubscriptionItem[]

export function subscriptionsQuery() {
  return queryOptions({
    queryKey: keys.subscriptions,
    queryFn: async ({ signal }): Promise<Subscriptions> => {
      const answer = await request<{ subscriptions: Subscriptions }>('GET', '/subscriptions', { signal })
      return answer.subscriptions
    },
  })
}

/** All subscriptions, ordered by title. */
export function useSubscriptions() {
  return useQuery(subscriptionsQuery())
}
