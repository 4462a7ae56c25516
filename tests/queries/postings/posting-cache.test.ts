import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type UnreadCounts } from '#lib/api/lists/counts.ts'
import { postingFilter, type PostingItem, type PostingPage } from '#lib/api/postings/postings.ts'
import { patchCountsForChange } from '#lib/queries/postings/counts.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { findCachedPosting, patchPostings } from '#lib/queries/postings/posting-cache.ts'
import { postingListQuery } from '#lib/queries/postings/postings.ts'

const all = postingFilter.parse({})
const unread = postingFilter.parse({ show: 'unread' })

function posting(id: string): PostingItem {
  return {
    id,
    sourceId: 1,
    sourceTitle: 'Source',
    sourceIconUrl: null,
    language: null,
    title: `Posting ${id}`,
    url: null,
    author: null,
    excerpt: '',
    imageUrl: null,
    claimedAt: null,
    publishedAt: null,
    foundAt: '2026-01-05T00:00:00.000Z',
    shownAt: '2026-01-05T00:00:00.000Z',
    seenAt: null,
    editedAt: null,
    clusterId: null,
    alsoIn: [],
    delay: { kind: 'initial' },
    isRead: false,
    isStarred: false,
    isLater: false,
    labelIds: [],
  }
}

function page(ids: readonly string[], nextCursor: string | null): PostingPage {
  return { postings: ids.map(posting), nextCursor, asOfId: '9', asOfAt: '2026-01-05T00:00:00.000Z' }
}

function clientWithLists(): QueryClient {
  const client = new QueryClient()
  for (const filter of [all, unread]) {
    const pages = [page(['9', '8'], 'more')]
    client.setQueryData(postingListQuery(filter).queryKey, { pages, pageParams: [null] })
  }
  return client
}

function readStates(client: QueryClient, filter = all): Record<string, boolean> {
  const data = client.getQueryData(postingListQuery(filter).queryKey)
  const postings = data?.pages.flatMap((each) => each.postings) ?? []
  return Object.fromEntries(postings.map(({ id, isRead }) => [id, isRead]))
}

test('a change shows in every list, also in those of unread postings, where it stays in its place', () => {
  const client = clientWithLists()
  patchPostings(client, new Set(['8']), { isRead: true })
  for (const filter of [all, unread]) expect(readStates(client, filter)).toEqual({ '9': false, '8': true })
  expect(findCachedPosting(client, '8')?.isRead).toBe(true)
})

test('a change made while the next page is on its way is not lost when it arrives', async () => {
  const client = clientWithLists()
  let arrive = (_page: PostingPage) => {}
  const arrival = new Promise<PostingPage>((resolve) => (arrive = resolve))
  const fetching = client.fetchInfiniteQuery({
    ...postingListQuery(all),
    staleTime: 0,
    pages: 2,
    queryFn: ({ pageParam }) => (pageParam === null ? page(['9', '8'], 'more') : arrival),
  })
  patchPostings(client, new Set(['9']), { isRead: true })
  arrive(page(['7'], null))
  await fetching
  await Promise.resolve()
  expect(readStates(client)).toEqual({ '9': true, '8': false, '7': false })
})

test('counts follow a change once, in the source, the folders around it, its labels and the whole', () => {
  const client = clientWithLists()
  const counts: UnreadCounts = {
    all: 5,
    starred: 0,
    later: 0,
    bySource: { 1: 3, 2: 2 },
    byFolder: { 4: 3, 5: 3 },
    byLabel: { 6: 3 },
  }
  client.setQueryData(keys.counts, counts)
  client.setQueryData(keys.subscriptions, [
    { sourceId: 1, folderId: 4, isMuted: false, isApart: false, labelIds: [6] },
  ])
  client.setQueryData(keys.folders, [
    { id: 4, parentId: 5 },
    { id: 5, parentId: null },
  ])
  const before = posting('8')
  patchCountsForChange(client, before, { isRead: true, isStarred: true })
  const after = {
    all: 4,
    starred: 1,
    later: 0,
    bySource: { 1: 2, 2: 2 },
    byFolder: { 4: 2, 5: 2 },
    byLabel: { 6: 2 },
  }
  expect(client.getQueryData(keys.counts)).toEqual(after)
  patchCountsForChange(
    client,
    { ...before, isRead: true, isStarred: true },
    { isRead: true, isStarred: true },
  )
  expect(client.getQueryData(keys.counts)).toEqual(after)
})
