import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { HostWishItem, HostWishRequest } from '#lib/api/server/hosts.ts'
import { refreshPlans } from './admin.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

type Wishes = { readonly wishes: readonly HostWishItem[] }

export function hostWishesQuery() {
  return queryOptions({
    queryKey: keys.hostWishes,
    queryFn: async ({ signal }) => (await request<Wishes>('GET', '/admin/hosts', { signal })).wishes,
  })
}

/** What publishers wish, by host. */
export function useHostWishes() {
  return useQuery(hostWishesQuery())
}

export function useSetHostWish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wish: HostWishRequest) => request<Wishes>('POST', '/admin/hosts', { body: wish }),
    onSuccess: ({ wishes }) => client.setQueryData<readonly HostWishItem[]>(keys.hostWishes, wishes),
    onSettled: () => refreshPlans(client),
  })
}

/** Takes an admin's word back. */
export function useRemoveHostWish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (host: string) => request<void>('DELETE', `/admin/hosts/${encodeURIComponent(host)}`),
    onSettled: () => refreshPlans(client),
  })
}
