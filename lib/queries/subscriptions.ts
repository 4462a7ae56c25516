import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { SubscribeRequest, SubscriptionChange, SubscriptionItem } from '#lib/api/subscriptions.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'

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

/** Subscribes to an address. Answers as soon as the first postings are there, at the latest after about 10 s. */
export function useSubscribe() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (subscription: SubscribeRequest) =>
      request<SubscriptionItem>('POST', '/subscriptions', { body: subscription }),
    onSettled: () => refreshReading(client),
  })
}

/** Moves or renames a subscription: shown at once, taken back when the server refuses. */
export function useChangeSubscription() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { readonly id: number; readonly change: SubscriptionChange }) =>
      request<SubscriptionItem>('PATCH', `/subscriptions/${id}`, { body: change }),
    onMutate: async ({ id, change: { folderId, ownTitle, fullText } }) => {
      const patch = {
        ...(folderId === undefined ? {} : { folderId }),
        ...(ownTitle === undefined ? {} : { ownTitle }),
        ...(ownTitle ? { title: ownTitle } : {}),
        ...(fullText === undefined ? {} : { fullText }),
      }
      return patchCached(client, (all) => all.map((each) => (each.id === id ? { ...each, ...patch } : each)))
    },
    onError: (_error, _variables, before) => client.setQueryData(keys.subscriptions, before),
    onSettled: () => refreshReading(client),
  })
}

/** Ends a subscription, by its id. Stars stay. */
export function useUnsubscribe() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<void>('DELETE', `/subscriptions/${id}`),
    onMutate: (id) => patchCached(client, (all) => all.filter((each) => each.id !== id)),
    onError: (_error, _variables, before) => client.setQueryData(keys.subscriptions, before),
    onSettled: () => refreshReading(client),
  })
}

async function patchCached(client: QueryClient, change: (all: Subscriptions) => Subscriptions) {
  await client.cancelQueries({ queryKey: keys.subscriptions })
  const before = client.getQueryData<Subscriptions>(keys.subscriptions)
  client.setQueryData<Subscriptions>(keys.subscriptions, (all) => all && change(all))
  return before
}

/** Fetches anew what depends on which sources are read and how they are filed. */
export async function refreshReading(client: QueryClient): Promise<void> {
  const affected = [keys.subscriptions, keys.folders, keys.counts, keys.postings, keys.sources]
  await Promise.all(affected.map((queryKey) => client.invalidateQueries({ queryKey })))
}
