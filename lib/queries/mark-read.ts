import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { MarkReadRequest, MarkReadResult } from '#lib/api/postings.ts'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import { refreshCounts } from './counts.ts'
import { keys, stateMutation } from './keys.ts'
import { listCachedPostings, patchPostings } from './posting-cache.ts'
import { request } from './request.ts'

type MarkReadVariables = MarkReadRequest & {
  /** Which of the loaded postings it is about, where the scope alone does not say. */
  readonly shownIds?: readonly string[]
}

/** Marks a source, a folder or everything read, up to the `asOfId` of what was shown. The result has the undo token. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: stateMutation,
    mutationFn: ({ shownIds: _shown, ...scope }: MarkReadVariables) =>
      request<MarkReadResult>('POST', '/postings/mark-read', { body: scope }),
    onSuccess: ({ undoToken }, scope) => {
      const ids = unreadInScope(client, scope)
      client.setQueryData(keys.marked(undoToken), ids)
      patchPostings(client, new Set(ids), { isRead: true })
    },
    onSettled: () => refreshCounts(client, 1),
  })
}

/** Takes a mark-read back, by its token, within the hour. */
export function useUndoMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: stateMutation,
    mutationFn: (undoToken: string) =>
      request<{ readonly restored: number }>('POST', '/postings/mark-read/undo', { body: { undoToken } }),
    onSuccess: async (_restored, undoToken) => {
      const ids = client.getQueryData<readonly string[]>(keys.marked(undoToken))
      if (ids === undefined) await client.invalidateQueries({ queryKey: keys.postings })
      else patchPostings(client, new Set(ids), { isRead: false })
    },
    onSettled: () => refreshCounts(client, 1),
  })
}

function unreadInScope(client: QueryClient, { shownIds, ...scope }: MarkReadVariables): string[] {
  const wanted = shownIds === undefined ? null : new Set(shownIds)
  const subscriptions = client.getQueryData<readonly SubscriptionItem[]>(keys.subscriptions) ?? []
  const inFolder = new Set(
    subscriptions.filter((each) => each.folderId === scope.folderId).map((each) => each.sourceId),
  )
  const through = BigInt(scope.throughId)
  return listCachedPostings(client)
    .filter((posting) => !posting.isRead && BigInt(posting.id) <= through)
    .filter((posting) => wanted === null || wanted.has(posting.id))
    .filter((posting) => scope.sourceId === undefined || posting.sourceId === scope.sourceId)
    .filter((posting) => scope.folderId === undefined || inFolder.has(posting.sourceId))
    .map((posting) => posting.id)
}
