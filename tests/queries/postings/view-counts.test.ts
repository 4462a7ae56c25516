import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshCounts } from '#lib/queries/postings/counts.ts'
import { keys } from '#lib/queries/requests/keys.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A window that shows the counts of views, and how often it asked for them. */
function openWindow() {
  const client = new QueryClient()
  let asked = -1 // the first time is not because of an event
  const queryFn = () => (asked += 1)
  const stop = new QueryObserver(client, { queryKey: keys.viewCounts, queryFn }).subscribe(() => undefined)
  return { client, asked: () => asked, stop }
}

test('new postings count views at once, then at most once a minute, and the last one is never left out', async () => {
  const { client, asked, stop } = openWindow()
  await vi.advanceTimersByTimeAsync(1000)
  for (let second = 0; second < 59; second += 1) {
    await refreshCounts(client, 'postings')
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(2)
  await refreshCounts(client, 'postings')
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(3)
  stop()
})

test('what is done in this window counts them at once, and what waited with it', async () => {
  const { client, asked, stop } = openWindow()
  await vi.advanceTimersByTimeAsync(1)
  await refreshCounts(client, 'postings')
  await refreshCounts(client, 'postings')
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(1)
  await refreshCounts(client, 'act')
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(2)
  stop()
})

test('what changes in other windows is counted after half a second of quiet, however short ago views were counted', async () => {
  vi.stubGlobal('document', { hidden: false })
  const { client, asked, stop } = openWindow()
  await refreshCounts(client, 'act')
  await vi.advanceTimersByTimeAsync(1)
  const before = asked()
  for (let count = 0; count < 5; count += 1) {
    await refreshCounts(client, 'state')
    await vi.advanceTimersByTimeAsync(400)
  }
  expect(asked()).toBe(before)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked()).toBe(before + 1)
  await refreshCounts(client, 'state')
  await refreshCounts(client, 'act')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(before + 2)
  stop()
})

test('a window that nobody sees counts views only when it is looked at', async () => {
  const page = { hidden: true }
  vi.stubGlobal('document', page)
  const { client, asked, stop } = openWindow()
  await vi.advanceTimersByTimeAsync(1)
  await refreshCounts(client, 'state')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked()).toBe(0)
  client.mount()
  page.hidden = false
  focusManager.onFocus()
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(1)
  client.unmount()
  stop()
})
