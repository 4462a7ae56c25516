import { expect, it } from 'vitest'
import { toPostingItem, type PostingItemRow } from '#lib/store/ground/posting-item.ts'

const at = new Date('2026-01-05T00:00:00Z')
const row: PostingItemRow = {
  id: 1n,
  sourceId: 1,
  sourceTitle: 'Harbour Gazette',
  sourceIconUrl: null,
  language: null,
  title: '',
  url: 'https://www.example.org/notes/7/',
  author: null,
  excerpt: 'The first swallow.',
  imageUrl: null,
  claimedAt: at,
  publishedAt: at,
  foundAt: at,
  notBeforeAt: null,
  isInitial: false,
  shownAt: at,
  seenAt: null,
  editedAt: null,
  clusterId: null,
  isRead: false,
  isStarred: false,
  isLater: false,
  labelIds: [],
  isSavedPage: false,
}
const titleOf = (parts: Partial<PostingItemRow>) => toPostingItem({ ...row, ...parts }).title

it.each([
  'https://www.example.org/notes/7/',
  'http://example.org/notes/7',
  'example.org/notes/7',
  '.',
  '…',
  ' ',
])('the title %j, which says nothing, leaves its place to the first words', (title) => {
  expect(titleOf({ title })).toBe('')
  expect(titleOf({ title, excerpt: '' })).toBe(title)
})

it.each(['Ferries', '🎉', '9', '今日', 'https://example.org/another'])('the title %j stays', (title) => {
  expect(titleOf({ title })).toBe(title)
})
