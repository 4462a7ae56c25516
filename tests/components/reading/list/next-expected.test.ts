import { expect, it } from 'vitest'
import { nextExpected } from '#components/reading/list/next-expected.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'

const nowMs = Date.parse('2026-01-05T09:00:00Z')
const minuteMs = 60_000

const subscription = (
  title: string,
  postingsPerDay: number | null,
  nextPollMs: number,
): SubscriptionItem => ({
  id: 1,
  sourceId: 1,
  folderId: null,
  title,
  ownTitle: null,
  sourceTitle: title,
  url: '',
  siteUrl: null,
  iconUrl: null,
  unread: 0,
  lastPostingAt: null,
  postingsPerDay,
  lastPolledAt: null,
  nextPollAt: new Date(nextPollMs).toISOString(),
  position: 0,
  isMuted: false,
  isApart: false,
  fullText: false,
  unreadEdits: false,
  wantsFast: false,
  subscribedAt: '2026-01-05T00:00:00.000Z',
  labelIds: [],
  health: { kind: 'ok', reason: null },
})

it('is nothing where no rate is known', () => {
  expect(nextExpected([], nowMs)).toBeNull()
  expect(nextExpected([subscription('A', null, nowMs), subscription('B', 0, nowMs)], nowMs)).toBeNull()
})

it('lies between the quarters of the waiting time of all sources together', () => {
  const expected = nextExpected([subscription('A', 96, nowMs), subscription('B', 48, nowMs)], nowMs)
  // 144 a day: 10 minutes on average; −ln 0.75 = 0.2877, −ln 0.25 = 1.3863
  expect(expected?.source).toBe('A')
  expect(((expected?.fromMs ?? 0) - nowMs) / minuteMs).toBeCloseTo(2.877, 3)
  expect(((expected?.toMs ?? 0) - nowMs) / minuteMs).toBeCloseTo(13.863, 3)
})

it('is not before the next poll', () => {
  const nextPollMs = nowMs + 30 * minuteMs
  const expected = nextExpected([subscription('A', 24, nextPollMs)], nowMs)
  expect(expected).toMatchObject({ fromMs: nextPollMs, source: 'A' })
  expect(((expected?.toMs ?? 0) - nowMs) / minuteMs).toBeCloseTo(83.178, 3)
})

it('is nothing where it comes with nearly the next poll: no span of a minute is made up', () => {
  expect(nextExpected([subscription('A', 144, nowMs + 30 * minuteMs)], nowMs)).toBeNull()
})
