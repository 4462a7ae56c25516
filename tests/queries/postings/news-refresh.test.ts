import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receive } from '#lib/queries/events/events.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { refreshAfterNews } from '#lib/queries/postings/news-refresh.ts'

const shown = ['counts', 'freshCounts', 'dayStrip'] as const

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A window that shows what news changes, and how often it asked for any of it. */
async function openWindow() {
  const client = new QueryClient()
  let asked = 0
  for (const name of shown) {
    const queryFn = () => {
      asked += 1
      return { all: asked, bySource: {}, byFolder: {}, byLabel: {} }
    }
    new QueryObserver<unknown>(client, { queryKey: keys[name], queryFn }).subscribe(() => undefined)
  }
  await vi.advanceTimersByTimeAsync(1)
  asked = 0
  return { client, asked: () => asked }
}

test('numbers on their way when news is told are asked for at once: they may be from before', async () => {
  const { client, asked } = await openWindow()
  void client.invalidateQueries({ queryKey: keys.counts })
  refreshAfterNews(client, () => 0.5)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked()).toBe(1 + shown.length)
})

test('news is followed by one request for each thing it changes, at a moment of each window', async () => {
  const { client, asked } = await openWindow()
  for (let second = 0; second < 10; second += 1) {
    refreshAfterNews(client, () => 0.5)
    await vi.advanceTimersByTimeAsync(999)
    expect(asked()).toBe(0)
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked()).toBe(shown.length)
  refreshAfterNews(client, () => 0.9)
  await vi.advanceTimersByTimeAsync(17_000)
  expect(asked()).toBe(shown.length)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked()).toBe(2 * shown.length)
})

test('an event of postings asks for nothing at once, and the fresh list counts it all the same', async () => {
  const { client, asked } = await openWindow()
  client.setQueryData(keys.freshCount(30), { unread: 3 })
  receive(client, { type: 'postings', sourceId: 7, count: 2, maxId: '9' })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked()).toBe(0)
  expect(client.getQueryData(keys.freshCount(30))).toEqual({ unread: 5 })
  receive(client, { type: 'postings', sourceId: 8, count: 40, maxId: '49', isFirst: true })
  expect(client.getQueryData(keys.freshCount(30))).toEqual({ unread: 5 }) // a first document is not fresh
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked()).toBe(shown.length)
})

test('a window that nobody sees leaves it until it is looked at', async () => {
  const { client, asked } = await openWindow()
  vi.stubGlobal('document', { hidden: true })
  refreshAfterNews(client, () => 0)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(0)
  for (const name of shown) expect(client.getQueryState(keys[name])?.isInvalidated).toBe(true)
})
