import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { unreadInScope } from '#lib/queries/postings/mark-read.ts'
import { postingListQuery } from '#lib/queries/postings/postings.ts'

const posting = (id: string, sourceId: number, more: Partial<PostingItem> = {}) => ({
  id,
  sourceId,
  isRead: false,
  isStarred: true,
  isLater: false,
  labelIds: [],
  ...more,
})

/** Source 1 in folder 4, which stands in folder 5; source 2 has the label 6; source 3 is muted and in folder 5. */
function reader(): QueryClient {
  const client = new QueryClient()
  const postings = [
    posting('9', 1),
    posting('8', 2),
    posting('7', 3),
    posting('6', 1, { labelIds: [6] }),
    posting('5', 1, { isStarred: false }),
    posting('4', 99),
  ]
  const pages = [
    {
      postings: postings as unknown as PostingItem[],
      nextCursor: null,
      asOfId: '9',
      asOfAt: '2026-01-05T00:00:00Z',
    },
  ]
  client.setQueryData(postingListQuery(postingFilter.parse({})).queryKey, { pages, pageParams: [null] })
  client.setQueryData(keys.subscriptions, [
    { sourceId: 1, folderId: 4, isMuted: false, isApart: false, labelIds: [] },
    { sourceId: 2, folderId: null, isMuted: false, isApart: false, labelIds: [6] },
    { sourceId: 3, folderId: 5, isMuted: true, isApart: false, labelIds: [] },
  ])
  client.setQueryData(keys.folders, [
    { id: 4, parentId: 5 },
    { id: 5, parentId: null },
  ])
  client.setQueryData(keys.labels, [{ id: 6, name: 'Ink & "Paper"' }])
  return client
}

test('marking what is starred marks nothing beyond the folder, source or label that the list shows', () => {
  const marked = (scope: object) => unreadInScope(reader(), { throughId: '9', starred: true, ...scope })
  expect(marked({ folderId: 4 })).toEqual(['9', '6'])
  expect(marked({ folderId: 5 })).toEqual(['9', '7', '6'])
  expect(marked({ sourceId: 2 })).toEqual(['8'])
  expect(marked({ labelId: 6 })).toEqual(['8', '6'])
  expect(marked({})).toEqual(['9', '8', '7', '6', '4'])
  expect(unreadInScope(reader(), { throughId: '9', later: true })).toEqual([])
})
