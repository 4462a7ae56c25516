import { expect, test } from 'vitest'
import { serverTimeAt } from '#lib/text/clock-setting.ts'
import { createClock } from '#lib/runtime/clock.ts'

const startAt = Date.UTC(2026, 0, 5)

test('processes with the same setting show the same time, whenever they were started', () => {
  const setting = { startAt, anchorAt: 1_000_000, speed: 1000 }
  expect(serverTimeAt(setting, 1_000_000)).toBe(startAt)
  expect(serverTimeAt(setting, 1_000_250)).toBe(startAt + 250_000)
  expect(serverTimeAt(null, 1_000_250)).toBe(1_000_250)
})

test('a fast clock sleeps an hour of its own, which takes no hour', async () => {
  const clock = createClock({ startAt, anchorAt: Date.now(), speed: 100_000 })
  const from = clock.now()
  await clock.sleep(3_600_000)
  expect(clock.now() - from).toBeGreaterThanOrEqual(3_500_000)
  expect(clock.speed).toBe(100_000)
})

test('a sleep ends at once when it is given up', async () => {
  const given = new AbortController()
  const asleep = createClock(null).sleep(60_000, given.signal)
  given.abort()
  await asleep
  await createClock(null).sleep(60_000, AbortSignal.abort())
})
