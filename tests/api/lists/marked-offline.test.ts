import { expect, test } from 'vitest'
import type { MarkReadRequest } from '#lib/api/lists/mark-read.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { keptInOrder } from '#lib/offline/kept-order.ts'
import { isMarkedBy } from '#lib/offline/marked-postings.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 0, minute)).toISOString()

function posting(id: string, sourceId: number, minute: number, more: Partial<PostingItem> = {}): PostingItem {
  const state = { isRead: false, isStarred: false, isLater: false, labelIds: [] }
  const words = {
    sourceTitle: sourceId === 1 ? 'Zebra' : 'apple',
    publishedAt: null,
    delay: { kind: 'unknown' },
  }
  return { id, sourceId, shownAt: at(minute), ...state, ...words, ...more } as unknown as PostingItem
}

const postings = [
  posting('10', 1, 9, { publishedAt: at(1) }),
  posting('9', 2, 8, { isStarred: true, labelIds: [6] }),
  posting('8', 1, 7, { isRead: true }),
  posting('7', 2, 6, { isLater: true }),
  posting('6', 1, 5),
]
const sources = [
  { sourceId: 1, folderId: 4, labelIds: [5], isMuted: false, isApart: false },
  { sourceId: 2, folderId: null, labelIds: [], isMuted: false, isApart: false },
]
const folders = [
  { id: 4, parentId: 3 },
  { id: 3, parentId: null },
]

const places = { 1: { weight: -3, fresh: 0 }, 2: { weight: -2, fresh: 0 } }

function marked(request: Omit<MarkReadRequest, 'throughId'>, throughId = '10'): string[] {
  return postings
    .filter(isMarkedBy({ throughId, ...request }, postings, sources, folders, places))
    .map(({ id }) => id)
}

test('without the server, too, a mark covers only what it says', () => {
  expect(marked({})).toEqual(['10', '9', '7', '6'])
  expect(marked({}, '7')).toEqual(['7', '6'])
  expect(marked({ sourceId: 2 })).toEqual(['9', '7'])
  expect(marked({ folderId: 4 })).toEqual(['10', '6'])
  expect(marked({ folderId: 3 })).toEqual(['10', '6'])
  expect(marked({ labelId: 6 })).toEqual(['9'])
  expect(marked({ labelId: 5 })).toEqual(['10', '6'])
  expect(marked({ starred: true })).toEqual(['9'])
  expect(marked({ later: true })).toEqual(['7'])
  expect(marked({ before: at(6) })).toEqual(['6'])
  expect(marked({ freshMinutes: 5, asOfAt: at(12) })).toEqual(['10', '9'])
})

test('above, up to and below go by the order of the list', () => {
  const beside = (side: 'above' | 'upTo' | 'below', order: 'newest' | 'oldest' | 'published' | 'source') =>
    marked({ beside: { postingId: '7', side, order } })
  expect(beside('above', 'newest')).toEqual(['10', '9'])
  expect(beside('upTo', 'newest')).toEqual(['10', '9', '7'])
  expect(beside('below', 'newest')).toEqual(['6'])
  expect(beside('above', 'oldest')).toEqual(['6'])
  expect(beside('below', 'published')).toEqual(['10', '6'])
  expect(beside('below', 'source')).toEqual(['10', '6'])
  const fresh = { freshMinutes: 60, asOfAt: at(12) }
  expect(marked({ ...fresh, beside: { postingId: '7', side: 'above', order: 'weight' } })).toEqual([
    '10',
    '9',
  ])
  expect(marked({ beside: { postingId: '7', side: 'above', order: 'weight' } })).toEqual(['10', '9', '6'])
  expect(marked({ beside: { postingId: '99', side: 'above', order: 'newest' } })).toEqual([])
})

test('kept postings stand in the order of the list', () => {
  const ids = (order: string | null, isFresh = false) =>
    keptInOrder(postings, { order, isFresh, places }).map(({ id }) => id)
  expect(ids(null)).toEqual(['10', '9', '8', '7', '6'])
  expect(ids('oldest')).toEqual(['6', '7', '8', '9', '10'])
  expect(ids('published')).toEqual(['9', '8', '7', '6', '10'])
  expect(ids('source')).toEqual(['9', '7', '10', '8', '6'])
  expect(ids('weight')).toEqual(['10', '8', '6', '9', '7'])
  expect(ids('weight', true)).toEqual(['10', '9', '8', '7', '6']) // both in one band: the youngest first
  expect(ids('oldest', true)).toEqual(['6', '7', '8', '9', '10'])
  const heavier = { ...places, 2: { weight: -40, fresh: -2 } }
  const by = { order: 'weight', isFresh: true, places: heavier }
  expect(keptInOrder(postings, by).map(({ id }) => id)).toEqual(['9', '7', '10', '8', '6'])
})
