import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshCounts } from '#lib/queries/counts.ts'
import { keys } from '#lib/queries/keys.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A window that shows the counts of views, and how often it asked for them. */
function openWindow() {
  const client = new QueryClient()
  let asked = -1 // the first time is not because of an event
  const queryFn = () => (asked += 1)
  const stop = new QueryObserver(client, { queryKey: keys.viewCounts, queryFn }).subscribe(() => undefined)
  return { client, asked: () => asked, stop }
}

test('events count views at once, then at most once a minute, and the last one is never left out', async () => {
  const { client, asked, stop } = openWindow()
  await vi.advanceTimersByTimeAsync(1000)
  for (let second = 0; second < 59; second += 1) {
    await refreshCounts(client)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(2)
  await refreshCounts(client)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(3)
  stop()
})

test('what is done in this window counts them at once, and what waited with it', async () => {
  const { client, asked, stop } = openWindow()
  await vi.advanceTimersByTimeAsync(1)
  await refreshCounts(client)
  await refreshCounts(client)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(1)
  await refreshCounts(client, 1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(2)
  stop()
})
