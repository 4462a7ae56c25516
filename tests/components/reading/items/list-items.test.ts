import { describe, expect, it } from 'vitest'
import { groupPostings, layCards, lineOf, postingsOf } from '#components/reading/items/list-items.ts'
import { capSources } from '#components/reading/items/cap-sources.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'
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

const heads = { order: 'newest', nowMs: NOW_MS, timeZone: 'UTC', locale: english } as const

const lines = (postings: readonly PostingItem[]) =>
  groupPostings(postings, heads).map((item) =>
    item.kind === 'group'
      ? item.title
      : postingsOf(item).map(({ index, posting }) => `${index} ${posting.id}`)[0],
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

  it('heads each day once where cards stand side by side', () => {
    const postings = [
      postingAt('3', '2026-01-05T09:20:00Z'),
      postingAt('2', '2026-01-05T08:30:00Z'),
      postingAt('1', '2026-01-04T08:30:00Z'),
    ]
    const titles = groupPostings(postings, { ...heads, isByDay: true }).flatMap((item) =>
      item.kind === 'group' ? [item.title] : [],
    )
    expect(titles).toEqual(['Today', 'Yesterday'])
  })

  it('gives every line a key of its own, also when a group comes twice', () => {
    const postings = [
      postingAt('3', '2026-01-05T09:20:00Z'),
      postingAt('2', '2026-01-05T08:30:00Z'),
      postingAt('1', '2026-01-05T09:10:00Z'),
    ]
    const keys = groupPostings(postings, heads).map((item) => item.key)
    expect(new Set(keys).size).toBe(6)
  })

  it('makes nothing of nothing', () => {
    expect(lines([])).toEqual([])
  })
})

describe('layCards', () => {
  const postings = ['5', '4', '3', '2', '1'].map((id) =>
    postingAt(id, id === '1' ? '2026-01-04T00:00:00Z' : '2026-01-05T09:20:00Z'),
  )
  const laid = layCards(groupPostings(postings, heads), 3)

  it('fills lines within a group and keeps each posting once, in order', () => {
    const ids = laid.map((item) => postingsOf(item).map(({ posting }) => posting.id))
    expect(ids).toEqual([[], ['5', '4', '3'], ['2'], [], ['1']])
    expect(laid.flatMap(postingsOf).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
  })

  it('finds the line of a posting', () => {
    expect(lineOf(laid, '2')).toBe(2)
    expect(lineOf(laid, '9')).toBe(-1)
  })
})

describe('capSources', () => {
  const postings = ['6', '5', '4', '3', '2', '1'].map((id) => ({
    ...postingAt(id, id === '1' ? '2026-01-04T20:00:00Z' : '2026-01-05T09:20:00Z'),
    ...(id === '4' ? { sourceId: 2, sourceTitle: 'Coast Wire' } : {}),
  }))
  const folded = (opened: readonly string[], timeZone = 'UTC') => {
    const { shown, folds } = capSources(postings, 2, new Set(opened), timeZone)
    return groupPostings(shown, { ...heads, isBest: true, folds }).map((item) =>
      item.kind === 'fold' ? `${item.fold.count} of ${item.fold.title}` : item.key,
    )
  }

  it('gathers what is too much of a source and day behind the last that is shown, each day for itself', () => {
    expect(folded([])).toEqual(['6', '5', '2 of Harbour Gazette', '4', '1'])
  })

  it('shows all of what was opened, and counts days where the reader is', () => {
    expect(folded(['1 1/5/2026'])).toEqual(['6', '5', '4', '3', '2', '1'])
    expect(folded([], 'Asia/Tokyo')).toEqual(['6', '5', '3 of Harbour Gazette', '4'])
  })
})

it('heads runs of one source where lists go by source; one posting alone says its source itself', () => {
  const at = '2026-01-05T09:20:00Z'
  const other = { ...postingAt('1', at), sourceId: 2, sourceTitle: 'Coast Wire' }
  const postings = [postingAt('3', at), postingAt('2', at), other]
  const shown = (isFresh: boolean) =>
    groupPostings(postings, { ...heads, order: 'weight', isFresh }).map((item) =>
      item.kind === 'group' ? item.title : item.key,
    )
  expect(shown(false)).toEqual(['Harbour Gazette', '3', '2', '1'])
  expect(shown(true)).toEqual(['3', '2', '1'])
})
