import type { QueryClient } from '@tanstack/react-query'
import { showsKept, showsSource } from '#lib/api/postings/list-scope.ts'
import type { PostingItem, PostingScope } from '#lib/api/postings/postings.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { keys } from '#lib/queries/requests/keys.ts'

/** Whether a list shows a source, as far as the cache knows. */
export function isSourceInScope(client: QueryClient, scope: PostingScope, sourceId: number): boolean {
  return showsSource(scope, sourceId, ...cached(client))
}

/** Whether a list of what is starred or read later shows a posting of a scope, as far as the cache knows. */
export function isKeptInScope(
  client: QueryClient,
  scope: PostingScope,
  posting: Pick<PostingItem, 'sourceId' | 'labelIds'>,
): boolean {
  return showsKept(scope, posting, ...cached(client))
}

function cached(client: QueryClient) {
  const subscriptions = client.getQueryData<readonly SubscriptionItem[]>(keys.subscriptions) ?? []
  const folders = client.getQueryData<readonly FolderItem[]>(keys.folders) ?? []
  return [subscriptions, folders] as const
}
