import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PublisherLimitItem, PublisherLimitRequest } from '#lib/api/server/hosts.ts'
import { refreshPlans } from './admin.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

type Limits = { readonly wishes: readonly PublisherLimitItem[] }

export function publisherLimitsQuery() {
  return queryOptions({
    queryKey: keys.publisherLimits,
    queryFn: async ({ signal }) => (await request<Limits>('GET', '/admin/hosts', { signal })).wishes,
  })
}

/** The limits of publishers, by host. */
export function usePublisherLimits() {
  return useQuery(publisherLimitsQuery())
}

export function useSetPublisherLimit() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (limit: PublisherLimitRequest) => request<Limits>('POST', '/admin/hosts', { body: limit }),
    onSuccess: ({ wishes }) =>
      client.setQueryData<readonly PublisherLimitItem[]>(keys.publisherLimits, wishes),
    onSettled: () => refreshPlans(client),
  })
}

/** Takes an admin's word back. */
export function useRemovePublisherLimit() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (host: string) => request<void>('DELETE', `/admin/hosts/${encodeURIComponent(host)}`),
    onSettled: () => refreshPlans(client),
  })
}
