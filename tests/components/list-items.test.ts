import { describe, expect, it } from 'vitest'
import { groupPostings } from '#components/reading/list-items.ts'
import type { PostingItem } from '#lib/api/postings.ts'
import { localeOf } from '#lib/words/server-words.ts'

const english = localeOf('en')

const NOW_MS = Date.parse('2026-01-05T09:24:00Z')

function postingAt(id: string, shownAt: string): PostingItem {
  return {
    id,
    sourceId: 1,
    sourceTitle: 'Harbour Gazette',
    sourceIconUrl: null,
    language: null,
    title: `Posting ${id}`,
    url: null,
    author: null,
    excerpt: '',
    imageUrl: null,
    claimedAt: null,
    publishedAt: null,
    foundAt: shownAt,
    shownAt,
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

const lines = (postings: readonly PostingItem[]) =>
  groupPostings(postings, NOW_MS, 'UTC', english).map((item) =>
    item.kind === 'group' ? item.title : `${item.index} ${item.posting.id}`,
  )

describe('groupPostings', () => {
  it('heads each hour of today and each earlier day once', () => {
    const postings = [
      postingAt('5', '2026-01-05T09:20:00Z'),
      postingAt('4', '2026-01-05T09:01:00Z'),
      postingAt('3', '2026-01-05T08:59:59Z'),
      postingAt('2', '2026-01-04T23:59:59Z'),
      postingAt('1', '2026-01-04T00:00:00Z'),
    ]
    expect(lines(postings)).toEqual([
      'This hour',
      '0 5',
      '1 4',
      '08:00–09:00',
      '2 3',
      'Yesterday',
      '3 2',
      '4 1',
    ])
  })

  it('gives every line a key of its own, also when a group comes twice', () => {
    const postings = [
      postingAt('3', '2026-01-05T09:20:00Z'),
      postingAt('2', '2026-01-05T08:30:00Z'),
      postingAt('1', '2026-01-05T09:10:00Z'),
    ]
    const keys = groupPostings(postings, NOW_MS, 'UTC', english).map((item) => item.key)
    expect(new Set(keys).size).toBe(6)
  })

  it('makes nothing of nothing', () => {
    expect(lines([])).toEqual([])
  })
})
