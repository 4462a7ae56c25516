import { expect, test } from 'vitest'
import { groupSubscriptions } from '#components/sources/list/group-subscriptions.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'

const item: SubscriptionItem = {
  id: 1,
  sourceId: 1,
  folderId: 7,
  position: 0,
  isMuted: false,
  isApart: false,
  labelIds: [],
  title: 'Tide',
  ownTitle: null,
  sourceTitle: 'Tide',
  url: 'https://tide.example/',
  siteUrl: null,
  iconUrl: null,
  unread: 45,
  lastPostingAt: null,
  postingsPerDay: null,
  lastPolledAt: null,
  nextPollAt: null,
  fullText: false,
  unreadEdits: false,
  wantsFast: false,
  subscribedAt: '2026-01-05T00:00:00.000Z',
  health: { kind: 'ok', reason: null },
}
const folders = [{ id: 7, name: 'Shore', position: 0, parentId: null }]
const counts = { all: 35, starred: 0, later: 0, bySource: { 1: 45 }, byFolder: { 7: 35 }, byLabel: {} }

test('a folder has the number that the sidebar has beside it, not the sum of its sources', () => {
  const loose = { ...item, id: 2, sourceId: 2, folderId: null }
  const grouped = groupSubscriptions([item, loose], folders, counts, '', 'name', new Intl.Collator('en'))
  expect(grouped.map(({ folder, unread }) => [folder?.name, unread])).toEqual([
    ['Shore', 35],
    [undefined, null],
  ])
  const waiting = groupSubscriptions([item], folders, undefined, '', 'name', new Intl.Collator('en'))
  expect(waiting[0]?.unread).toBeNull()
})
