import { expect, test } from 'vitest'
import { doesPlanningPay } from '#lib/planning/planning-pays.ts'

const minuteMs = 60_000

test('a hundredth more is nothing, however long ago all were planned', () => {
  expect(doesPlanningPay({ drift: 0.01, sinceMs: 1e9, sources: 10_000 })).toBe(false)
})

test('few sources are planned at once', () => {
  expect(doesPlanningPay({ drift: 0.011, sinceMs: 0, sources: 99 })).toBe(true)
})

test('many are planned the sooner the more has moved', () => {
  const duesOf = (drift: number) =>
    [0, 1, 2, 3, 4, 5, 15, 50].find((minutes) =>
      doesPlanningPay({ drift, sinceMs: minutes * minuteMs, sources: 100_000 }),
    )
  expect(duesOf(0.03)).toBe(50)
  expect(duesOf(0.1)).toBe(15)
  expect(duesOf(0.5)).toBe(3)
})

test('what took long pays later', () => {
  const planned = { drift: 1, sinceMs: 5_000, sources: 1_000 }
  expect(doesPlanningPay(planned)).toBe(true)
  expect(doesPlanningPay({ ...planned, tookMs: 2_000 })).toBe(false)
  expect(doesPlanningPay({ ...planned, tookMs: 1_000 })).toBe(true)
})

test('a server that is given 100,000 sources, 300 a second, spends less than a quarter of the time on planning', () => {
  let sources = 100
  let plannedAt = 0
  let planned = 100
  let spentMs = 0
  for (let nowMs = 0; sources < 100_000; nowMs += 1_000) {
    sources += 300
    const drift = (sources - planned) / planned
    if (!doesPlanningPay({ drift, sinceMs: nowMs - plannedAt, sources: planned })) continue
    spentMs += sources * 0.3
    ;[plannedAt, planned] = [nowMs, sources]
  }
  expect(spentMs / ((100_000 / 300) * 1_000)).toBeLessThan(1 / 4)
})
