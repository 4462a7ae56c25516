import { expect, test } from 'vitest'
import { serverTimeAt } from '#lib/api/clock-setting.ts'
import { createClock } from '#lib/clock.ts'

const startAt = Date.UTC(2026, 0, 5)

test('processes with the same setting show the same time, whenever they were started', () => {
  const setting = { startAt, anchorAt: 1_000_000, speed: 1000 }
  expect(serverTimeAt(setting, 1_000_000)).toBe(startAt)
  expect(serverTimeAt(setting, 1_000_250)).toBe(startAt + 250_000)
  expect(serverTimeAt(null, 1_000_250)).toBe(1_000_250)
})

test('a clock a thousand times as fast sleeps an hour in 3.6 seconds, a minute in 60 milliseconds', async () => {
  const clock = createClock({ startAt, anchorAt: Date.now(), speed: 1000 })
  const realFrom = performance.now()
  const from = clock.now()
  await clock.sleep(60_000)
  expect(clock.now() - from).toBeGreaterThanOrEqual(59_000)
  expect(performance.now() - realFrom).toBeLessThan(2_000)
  expect(clock.speed).toBe(1000)
})

test('a sleep ends at once when it is given up', async () => {
  const given = new AbortController()
  const asleep = createClock(null).sleep(60_000, given.signal)
  given.abort()
  await asleep
  await createClock(null).sleep(60_000, AbortSignal.abort())
})
