import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DigestChange, DigestItem, DigestRequest } from '#lib/api/outputs/digests.ts'
import type { OutputFeedItem, OutputFeedRequest } from '#lib/api/outputs/output-feeds.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { make } from '#lib/queries/requests/make.ts'
import { request } from '#lib/queries/requests/request.ts'

/** Lists of the subscriber as feeds, by name. */
export function outputFeedsQuery() {
  type Feeds = { readonly feeds: readonly OutputFeedItem[] }
  return queryOptions({
    queryKey: keys.outputFeeds,
    queryFn: async ({ signal }) => (await request<Feeds>('GET', '/output-feeds', { signal })).feeds,
  })
}

export function useOutputFeeds() {
  return useQuery(outputFeedsQuery())
}

/** Makes a feed, or changes that with an id. */
export function useSaveOutputFeed() {
  return useOutputMutation(
    keys.outputFeeds,
    ({ id, feed }: { readonly id: number | null; readonly feed: OutputFeedRequest }) =>
      id === null
        ? make<OutputFeedItem>('/output-feeds', feed)
        : request<OutputFeedItem>('PATCH', `/output-feeds/${id}`, { body: feed }),
  )
}

/** Gives a feed another address; the one before stops working. */
export function useRenewOutputFeed() {
  return useOutputMutation(keys.outputFeeds, (id: number) =>
    request<OutputFeedItem>('POST', `/output-feeds/${id}/renew`),
  )
}

export function useDeleteOutputFeed() {
  return useOutputMutation(keys.outputFeeds, (id: number) => request<void>('DELETE', `/output-feeds/${id}`))
}

type Digests = { readonly digests: readonly DigestItem[]; readonly canSend: boolean }

/** Digests by name, and whether this server sends mail. */
export function digestsQuery() {
  return queryOptions({
    queryKey: keys.digests,
    queryFn: ({ signal }) => request<Digests>('GET', '/digests', { signal }),
  })
}

export function useDigests() {
  return useQuery(digestsQuery())
}

/** Makes a digest. */
export function useCreateDigest() {
  return useOutputMutation(keys.digests, (digest: DigestRequest) => make<DigestItem>('/digests', digest))
}

export function useChangeDigest() {
  return useOutputMutation(
    keys.digests,
    ({ id, change }: { readonly id: number; readonly change: DigestChange }) =>
      request<DigestItem>('PATCH', `/digests/${id}`, { body: change }),
  )
}

/** Switches a digest on or off, shown at once. */
export function useSwitchDigest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isOn }: { readonly id: number; readonly isOn: boolean }) =>
      request<DigestItem>('PATCH', `/digests/${id}`, { body: { isOn } }),
    onMutate: ({ id, isOn }) =>
      client.setQueryData<Digests>(keys.digests, (all) =>
        all === undefined
          ? undefined
          : { ...all, digests: all.digests.map((each) => (each.id === id ? { ...each, isOn } : each)) },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keys.digests }),
  })
}

export function useDeleteDigest() {
  return useOutputMutation(keys.digests, (id: number) => request<void>('DELETE', `/digests/${id}`))
}

/** Ends a digest by the token of its mails; nobody need be signed in. */
export function useEndDigest() {
  return useMutation({
    mutationFn: (token: string) =>
      request<{ name: string }>('POST', `/digests/end?token=${encodeURIComponent(token)}`),
  })
}

function useOutputMutation<Variables, Answer>(
  queryKey: readonly string[],
  mutationFn: (variables: Variables) => Promise<Answer>,
) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey }) })
}
