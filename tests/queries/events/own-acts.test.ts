import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type PostingChange,
  type PostingItem,
  type PostingPage,
  type StateGroup,
  postingFilter,
} from '#lib/api/postings/postings.ts'
import { receive } from '#lib/queries/events/events.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { changePostingOptions, postingListQuery } from '#lib/queries/postings/postings.ts'

const nowMs = Date.parse('2026-01-05T12:00:00Z')
const shown = ['counts', 'freshCount', 'dayStrip'] as const
const keyOf = { counts: keys.counts, freshCount: keys.freshCount(30), dayStrip: keys.dayStrip } as const

let isRefused = false

beforeEach(() => {
  isRefused = false
  vi.useFakeTimers({ now: nowMs })
  vi.stubGlobal('document', { hidden: false })
  const refusal = { error: { code: 'internal', message: 'no', requestId: '1' } }
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      isRefused ? Response.json(refusal, { status: 500 }) : new Response(null, { status: 204 }),
    ),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const minutesAgo = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString()

/** A window that shows posting 9 of 10 minutes ago, 8 of an hour ago and 7, which tells a story; and how often it asked for numbers. */
async function openWindow() {
  const client = new QueryClient()
  const state = { isRead: false, isStarred: false, isLater: false, seenAt: null, labelIds: [], sourceId: 1 }
  const postings = [
    { id: '9', shownAt: minutesAgo(10), clusterId: null, ...state },
    { id: '8', shownAt: minutesAgo(60), clusterId: null, ...state },
    { id: '7', shownAt: minutesAgo(60), clusterId: '3', ...state },
  ] as unknown as PostingItem[]
  const page: PostingPage = { postings, nextCursor: null, asOfId: '9', asOfAt: minutesAgo(0) }
  client.setQueryData(postingListQuery(postingFilter.parse({})).queryKey, {
    pages: [page],
    pageParams: [null],
  })
  const unread = Array.from({ length: 96 }, () => 5)
  const answers = {
    counts: { all: 30, starred: 1, later: 0, bySource: { 1: 30 }, byFolder: {}, byLabel: {} },
    freshCount: { unread: 4 },
    // The quarter that began at noon is the last one.
    dayStrip: { startAt: new Date(nowMs - 95 * 15 * 60_000).toISOString(), found: unread, unread },
  }
  let asked = 0
  for (const name of shown) {
    const queryFn = () => {
      asked += 1
      return answers[name]
    }
    new QueryObserver<unknown>(client, { queryKey: keyOf[name], queryFn }).subscribe(() => undefined)
  }
  await vi.advanceTimersByTimeAsync(1)
  asked = 0
  const change = new MutationObserver(client, changePostingOptions(client))
  const act = async (id: string, changed: PostingChange) => {
    await change.mutate({ id, change: changed }).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(10)
  }
  const unreadAt = (minutes: number) =>
    client.getQueryData<{ unread: number[] }>(keys.dayStrip)?.unread[95 - Math.ceil(minutes / 15)]
  return { client, act, asked: () => asked, unreadAt }
}

const told = (
  id: string,
  isRead: boolean,
): { readonly type: 'state'; readonly postings: readonly StateGroup[] } => ({
  type: 'state',
  postings: [{ ids: [id], isRead, isStarred: false, isLater: false }],
})

/** The first time a part of the program is loaded. */
async function hear(client: QueryClient, event: Parameters<typeof receive>[1]): Promise<void> {
  receive(client, event)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(10)
}

test('numbers that were on their way when something was read are asked for again at once: they knew of news', async () => {
  const { client, act, asked } = await openWindow()
  void client.invalidateQueries({ queryKey: keys.counts })
  await act('9', { isRead: true })
  await vi.advanceTimersByTimeAsync(100)
  expect(asked()).toBeGreaterThan(1) // the one that was cut off is the first
  expect(client.getQueryState(keys.counts)).toMatchObject({ isInvalidated: false, data: { all: 30 } })
})

test('what is read here is taken from all numbers at once, and they are asked for once within a minute', async () => {
  const { client, act, asked, unreadAt } = await openWindow()
  await act('9', { isRead: true, seen: true })
  await act('8', { isRead: true })
  expect(client.getQueryData(keys.counts)).toMatchObject({ all: 28, bySource: { 1: 28 } })
  expect(client.getQueryData(keys.freshCount(30))).toEqual({ unread: 3 }) // the other one is no longer young
  expect([unreadAt(10), unreadAt(60)]).toEqual([4, 4])
  await hear(client, told('9', true))
  await hear(client, told('8', true))
  await vi.advanceTimersByTimeAsync(25_000)
  expect(asked()).toBe(0)
  await vi.advanceTimersByTimeAsync(35_000)
  expect(asked()).toBe(shown.length)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(shown.length)
})

test('what is unread again comes back, and what is refused was never changed', async () => {
  const { client, act, unreadAt } = await openWindow()
  await act('9', { isRead: true })
  await act('9', { isRead: false })
  const before = { all: 30, starred: 1 }
  expect(client.getQueryData(keys.counts)).toMatchObject(before)
  expect([client.getQueryData(keys.freshCount(30)), unreadAt(10)]).toEqual([{ unread: 4 }, 5])
  isRefused = true
  await act('9', { isRead: true, isStarred: true })
  expect(client.getQueryData(keys.counts)).toMatchObject(before)
  expect([client.getQueryData(keys.freshCount(30)), unreadAt(10)]).toEqual([{ unread: 4 }, 5])
})

test('numbers are asked for at once where only the server knows them: of a story, after a refusal, from another window', async () => {
  const { client, act, asked } = await openWindow()
  await act('7', { isRead: true })
  expect(asked()).toBe(shown.length)
  isRefused = true
  await act('9', { isRead: true })
  expect(asked()).toBe(2 * shown.length)
  isRefused = false
  await hear(client, told('8', true)) // nobody did that here
  expect(asked()).toBe(3 * shown.length)
  await act('9', { isRead: true })
  expect(asked()).toBe(3 * shown.length)
  await hear(client, told('9', false)) // somebody undid it elsewhere
  expect(asked()).toBe(4 * shown.length)
  await hear(client, told('8', false)) // as it is shown, but nobody here did that
  expect(asked()).toBe(5 * shown.length)
})

test('news does not wait for what was done here', async () => {
  const { client, act, asked } = await openWindow()
  await act('9', { isStarred: true })
  receive(client, { type: 'postings', sourceId: 1, count: 1, maxId: '10' })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked()).toBe(shown.length)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(shown.length)
})
