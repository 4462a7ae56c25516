import {
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type {
  PostingChange,
  PostingDetail,
  PostingItem,
  PostingListFilter,
  PostingPage,
} from '#lib/api/postings/postings.ts'
import { askDayStrip } from './ask-counts.ts'
import { patchCountsForChange, refreshCounts, type StateChange } from './counts.ts'
import { asLeft, takeTurn, type Turn } from '#lib/queries/requests/in-turn.ts'
import { keys, stateMutation } from '#lib/queries/requests/keys.ts'
import { refreshAfterAct } from './news-refresh.ts'
import { findCachedPosting, patchPostings, shownIn } from './posting-cache.ts'
import { request } from '#lib/queries/requests/request.ts'
import { useAct } from '#lib/queries/requests/use-act.ts'
import { recountViewsSoon } from './view-counts.ts'

/** Pages of a list. They stay as they are until somebody asks for newer ones. */
export function postingListQuery(filter: PostingListFilter) {
  return infiniteQueryOptions({
    queryKey: keys.postingList(filter),
    queryFn: async ({ pageParam, signal }) => {
      if (await isMistaken(filter.query)) return nothingFound()
      return request<PostingPage>('GET', '/postings', {
        query: { ...filter, viewId: undefined, cursor: pageParam },
        signal,
      })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Whether a search cannot be asked: the screen says what is wrong with it, no server is needed for that. */
async function isMistaken(query: string | undefined): Promise<boolean> {
  if (query === undefined) return false
  // Lists that are no search never load it. Where it does not come, the server says what is wrong.
  const parser = await import('#lib/search/parse-query.ts').catch(() => null)
  return parser !== null && parser.parseQuery(query).errors.length > 0
}

function nothingFound(): PostingPage {
  const search = { marks: {}, isComplete: true, isSimilar: false }
  return { postings: [], nextCursor: null, asOfId: '0', asOfAt: new Date(0).toISOString(), search }
}

/** A search without words waits for them. */
export function usePostings(filter: PostingListFilter) {
  return useInfiniteQuery({ ...postingListQuery(filter), enabled: filter.query !== '' })
}

export function postingQuery(id: string) {
  return queryOptions({
    queryKey: keys.posting(id),
    queryFn: ({ signal }) => request<PostingDetail>('GET', `/postings/${id}`, { signal }),
    staleTime: 5 * 60_000,
    // Another reader, or the aggregator, is loading its text: it is there within seconds.
    refetchInterval: ({ state }) => (state.data?.fullText?.kind === 'loading' ? 3_000 : false),
  })
}

/** One posting with its text; null waits. */
export function usePosting(id: string | null) {
  return useQuery({ ...postingQuery(id ?? ''), enabled: id !== null })
}

/** Found postings of the last 24 hours in quarter hours. */
export function useDayStrip() {
  return useQuery({
    queryKey: keys.dayStrip,
    queryFn: askDayStrip,
    refetchInterval: 60_000,
  })
}

/** The change is shown already: the answer need not say it (RFC 7240; lib/api/http/answer-headers.ts). */
const brief = { prefer: 'return=minimal' }

/** Changes one posting: shown at once everywhere, taken back when the server refuses. */
export function useChangePosting() {
  return useAct(changePostingOptions(useQueryClient()))
}

export function changePostingOptions(client: QueryClient) {
  return mutationOptions({
    mutationKey: stateMutation,
    mutationFn: ({ id, change }: { readonly id: string; readonly change: PostingChange }) => {
      const keeps = change.isStarred === true || change.isLater === true
      const body = { ...change, ...(keeps && shownIn(client, id)) }
      return request<unknown>('PATCH', `/postings/${id}`, { body, headers: brief, ...asLeft() })
    },
    onMutate: ({ id, change }) => begin(client, [id], change),
    onError: (_error, { change }, begun) => takeBack(client, begun?.before ?? [], change),
    onSettled: (_item, error, { id, change }, begun) =>
      settle(client, error === null && change.isHidden === undefined && isExact([id], begun?.before), begun),
  })
}

/** The same change of many, at most 1,000: read or unread by scrolling, and back. */
export function useChangePostings() {
  const client = useQueryClient()
  return useAct({
    mutationKey: stateMutation,
    mutationFn: (change: { readonly ids: readonly string[]; readonly isRead: boolean }) =>
      request<{ readonly changed: number }>('POST', '/postings/state', { body: change, ...asLeft() }),
    onMutate: ({ ids, isRead }) => begin(client, ids, { isRead }),
    onError: (_error, { isRead }, begun) => takeBack(client, begun?.before ?? [], { isRead }),
    onSettled: (_done, error, { ids }, begun) =>
      settle(client, error === null && isExact(ids, begun?.before), begun),
  })
}

/** Whether all numbers were patched as the server counts: of a story others are read, too, and lists count it once. */
function isExact(ids: readonly string[], before: readonly PostingItem[] | undefined): boolean {
  return before?.length === ids.length && before.every(({ clusterId }) => clusterId === null)
}

/** Windows that wait for numbers which an act cut off, or patched wrongly. */
const cutOff = new WeakSet<QueryClient>()

/** A change that is shown and whose turn has come. */
type Begun = { readonly before: readonly PostingItem[]; readonly turn: Turn }

/** Shows a change at once; to the server it goes after those that were made of the same postings before it. */
async function begin(client: QueryClient, ids: readonly string[], change: ShownChange): Promise<Begun> {
  const turn = takeTurn(ids)
  try {
    const before = await applyToCache(client, ids, change)
    await turn.come
    return { before, turn }
  } catch (error) {
    turn.end() // nothing else would
    throw error
  }
}

async function settle(client: QueryClient, isRight: boolean, begun: Begun | undefined): Promise<void> {
  begun?.turn.end()
  if (!isRight) cutOff.add(client)
  // While others are under way nothing is asked for: the last of them does.
  const isLast = client.isMutating({ mutationKey: stateMutation }) <= 1
  if (isLast && cutOff.delete(client)) return refreshCounts(client, 'act')
  recountViewsSoon(client)
  refreshAfterAct(client)
}

type ShownChange = StateChange & Pick<PostingChange, 'seen'>

/** Patches lists, details and counts; returns the postings as they were. */
async function applyToCache(
  client: QueryClient,
  ids: readonly string[],
  change: ShownChange,
): Promise<PostingItem[]> {
  // Answers on their way know nothing of it, but perhaps of news: they are asked for again.
  if (client.isFetching({ queryKey: keys.counts }) > 0) cutOff.add(client)
  for (const queryKey of [keys.counts, keys.dayStrip, keys.freshCounts])
    await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
  const before = ids.map((id) => findCachedPosting(client, id)).filter((posting) => posting !== null)
  for (const posting of before) patchCountsForChange(client, posting, change)
  // The first time that it is seen counts.
  const unseen = change.seen === true ? before.filter(({ seenAt }) => seenAt === null) : []
  patchPostings(client, new Set(unseen.map(({ id }) => id)), { seenAt: new Date().toISOString() })
  patchPostings(client, new Set(ids), namedBy(change, change))
  return before
}

/** Takes a refused change back, and nothing of others that were made of the same posting since. */
function takeBack(client: QueryClient, before: readonly PostingItem[], change: ShownChange): void {
  for (const posting of before) {
    const was = namedBy(change, posting)
    const now = findCachedPosting(client, posting.id)
    if (now !== null) patchCountsForChange(client, now, was)
    const seen = change.seen === true ? { seenAt: posting.seenAt } : {}
    patchPostings(client, new Set([posting.id]), { ...was, ...seen })
  }
}

/** Of a state what a change is about. */
function namedBy(change: StateChange, { isRead, isStarred, isLater }: StateChange): StateChange {
  return {
    ...(change.isRead === undefined ? {} : { isRead }),
    ...(change.isStarred === undefined ? {} : { isStarred }),
    ...(change.isLater === undefined ? {} : { isLater }),
  }
}
