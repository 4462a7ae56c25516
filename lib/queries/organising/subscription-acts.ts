import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { SubscriptionsChange } from '#lib/api/organising/organising.ts'
import type {
  SubscribeRequest,
  SubscriptionChange,
  SubscriptionItem,
} from '#lib/api/sources/subscriptions.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

type Subscriptions = readonly SubscriptionItem[]

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
    onMutate: ({ id, change }) => patchChanged(client, [id], change),
    onError: (_error, _variables, before) => client.setQueryData(keys.subscriptions, before),
    onSettled: () => refreshReading(client),
  })
}

/** Moves, mutes or sets apart many at once. */
export function useChangeSubscriptions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: SubscriptionsChange) =>
      request<{ readonly changed: number }>('POST', '/subscriptions/change', { body: change }),
    onMutate: ({ ids, ...change }) => patchChanged(client, ids, change),
    onError: (_error, _variables, before) => client.setQueryData(keys.subscriptions, before),
    onSettled: () => refreshReading(client),
  })
}

/** Ends subscriptions, by their ids. Stars stay. */
export function useUnsubscribe() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly number[]) =>
      request<{ readonly ended: number }>('POST', '/subscriptions/end', { body: { ids } }),
    onMutate: (ids) => patchCached(client, (all) => all.filter((each) => !ids.includes(each.id))),
    onError: (_error, _variables, before) => client.setQueryData(keys.subscriptions, before),
    onSettled: () => refreshReading(client),
  })
}

/** Takes subscriptions up again as they were, within the hour. */
export function useRestoreSubscriptions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly number[]) =>
      request<{ readonly restored: number }>('POST', '/subscriptions/restore', { body: { ids } }),
    onSettled: () => refreshReading(client),
  })
}

function patchChanged(client: QueryClient, ids: readonly number[], change: SubscriptionChange) {
  const { folderId, ownTitle, isMuted, isApart, fullText, unreadEdits, wantsFast } = change
  const patch = {
    ...(folderId === undefined ? {} : { folderId }),
    ...(ownTitle === undefined ? {} : { ownTitle }),
    ...(ownTitle ? { title: ownTitle } : {}),
    ...(isMuted === undefined ? {} : { isMuted }),
    ...(isApart === undefined ? {} : { isApart }),
    ...(fullText === undefined ? {} : { fullText }),
    ...(unreadEdits === undefined ? {} : { unreadEdits }),
    ...(wantsFast === undefined ? {} : { wantsFast }),
  }
  return patchCached(client, (all) =>
    all.map((each) => (ids.includes(each.id) ? { ...each, ...patch } : each)),
  )
}

async function patchCached(client: QueryClient, change: (all: Subscriptions) => Subscriptions) {
  await client.cancelQueries({ queryKey: keys.subscriptions })
  const before = client.getQueryData<Subscriptions>(keys.subscriptions)
  client.setQueryData<Subscriptions>(keys.subscriptions, (all) => all && change(all))
  return before
}

/** Fetches anew what depends on which sources are read and how they are filed. */
export async function refreshReading(client: QueryClient): Promise<void> {
  const { subscriptions, folders, labels, counts, postings, sources, discover } = keys
  const affected = [subscriptions, folders, labels, counts, postings, sources, discover]
  await Promise.all(affected.map((queryKey) => client.invalidateQueries({ queryKey })))
}
