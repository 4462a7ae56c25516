import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { MarkReadRequest, MarkReadResult } from '#lib/api/lists/mark-read.ts'
import type { PostingItem, PostingListFilter, PostingPage } from '#lib/api/postings/postings.ts'
import { refreshCounts } from './counts.ts'
import { keys, stateMutation } from '#lib/queries/requests/keys.ts'
import { isKeptInScope, isSourceInScope } from './list-scope.ts'
import { listCachedPostings, patchPostings } from './posting-cache.ts'
import { request } from '#lib/queries/requests/request.ts'
import { useAct } from '#lib/queries/requests/use-act.ts'

type MarkReadVariables = MarkReadRequest & {
  /** The loaded postings that it is about, where the scope alone does not say. */
  readonly shownIds?: readonly string[]
}

/**
 * Marks what a list shows, or part of it, read up to the `asOfId` of what was shown: at once, taken back when the server
 * refuses. The result has the undo token.
 */
export function useMarkRead() {
  const client = useQueryClient()
  return useAct({
    mutationKey: stateMutation,
    mutationFn: ({ shownIds: _shown, ...scope }: MarkReadVariables) =>
      request<MarkReadResult>('POST', '/postings/mark-read', { body: scope }),
    onMutate: (scope) => markCached(client, scope),
    onSuccess: ({ undoToken }, scope, marked) => {
      // With those of pages that came in the meantime.
      client.setQueryData(keys.marked(undoToken), [...marked, ...markCached(client, scope)])
    },
    onError: (_error, _scope, marked) => patchPostings(client, new Set(marked), { isRead: false }),
    onSettled: () => refreshCounts(client, 'act'),
  })
}

/** @returns the ids of those that were unread */
function markCached(client: QueryClient, scope: MarkReadVariables): readonly string[] {
  const ids = unreadInScope(client, scope)
  patchPostings(client, new Set(ids), { isRead: true })
  return ids
}

/** The search whose postings are marked; `throughId` null: up to the newest that exists now. */
type MarkedSearch = {
  readonly filter: Pick<PostingListFilter, 'query' | 'folderId' | 'sourceId'>
  readonly throughId: string | null
}

/** Marks the unread postings that a search finds, up to the `asOfId` of what was shown. The result has the undo token. */
export function useMarkQueryRead() {
  const client = useQueryClient()
  return useAct({
    mutationKey: stateMutation,
    mutationFn: async ({ filter: { query, folderId, sourceId }, throughId }: MarkedSearch) =>
      request<MarkReadResult>('POST', '/postings/mark-read/query', {
        body: { query, folderId, sourceId, throughId: throughId ?? (await readNewestId()) },
      }),
    onSuccess: ({ undoToken }, { filter, throughId }) => {
      const ids = listCachedPostings(client, filter)
        .filter(({ id, isRead }) => !isRead && (throughId === null || BigInt(id) <= BigInt(throughId)))
        .map(({ id }) => id)
      // A view's postings may stand in other lists, too, which do not know what the search finds.
      if (throughId !== null) client.setQueryData(keys.marked(undoToken), ids)
      patchPostings(client, new Set(ids), { isRead: true })
    },
    onSettled: () => refreshCounts(client, 'act'),
  })
}

/** The highest posting id that exists: whoever marks without having seen a list marks up to it. */
export async function readNewestId(): Promise<string> {
  const { asOfId } = await request<PostingPage>('GET', '/postings', { query: { limit: 1 } })
  return asOfId
}

/** Takes a mark-read back, by its token, within the hour. */
export function useUndoMarkRead() {
  const client = useQueryClient()
  return useAct({
    mutationKey: stateMutation,
    mutationFn: (undoToken: string) =>
      request<{ readonly restored: number }>('POST', '/postings/mark-read/undo', { body: { undoToken } }),
    onSuccess: async (_restored, undoToken) => {
      const ids = client.getQueryData<readonly string[]>(keys.marked(undoToken))
      if (ids === undefined) await client.invalidateQueries({ queryKey: keys.postings })
      else patchPostings(client, new Set(ids), { isRead: false })
    },
    onSettled: () => refreshCounts(client, 'act'),
  })
}

/** Ids of the cached postings that marking a scope read marks. */
export function unreadInScope(client: QueryClient, { shownIds, ...scope }: MarkReadVariables): string[] {
  const wanted = shownIds === undefined ? null : new Set(shownIds)
  const through = BigInt(scope.throughId)
  return listCachedPostings(client)
    .filter((posting) => !posting.isRead && BigInt(posting.id) <= through)
    .filter((posting) =>
      wanted === null ? isPostingInScope(client, scope, posting) : wanted.has(posting.id),
    )
    .map((posting) => posting.id)
}

function isPostingInScope(client: QueryClient, scope: MarkReadRequest, posting: PostingItem): boolean {
  const { starred, later } = scope
  if (starred === true || later === true)
    return (starred === true ? posting.isStarred : posting.isLater) && isKeptInScope(client, scope, posting)
  if (isSourceInScope(client, scope, posting.sourceId)) return true
  return scope.labelId !== undefined && posting.labelIds.includes(scope.labelId)
}
