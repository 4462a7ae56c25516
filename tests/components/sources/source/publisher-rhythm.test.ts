import { expect, test } from 'vitest'
import { rhythmOf } from '#components/sources/source/publisher-rhythm.tsx'
import type { DelayPoint } from '#lib/api/freshness/freshness.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
/** A Monday; the clocks of Berlin went forward the day before. */
const nowMs = Date.UTC(2026, 2, 30, 12)

/** Postings at these instants, found after so many minutes. */
function points(times: readonly number[], delayMinutes = 2): DelayPoint[] {
  return times.map((at, index) => ({
    postingId: String(index),
    title: `Tide ${String(index)}`,
    publishedAt: new Date(at).toISOString(),
    foundAt: new Date(at + delayMinutes * minuteMs).toISOString(),
    delay: { kind: 'exact', delayMs: delayMinutes * minuteMs },
  }))
}

/** Instants of the last days on which `isOn` says so (0 Monday), at a UTC time. */
function daily(days: number, isOn: (day: number) => boolean, minute: (day: number) => number): number[] {
  return Array.from({ length: days }, (_, ago) => Math.floor(nowMs / dayMs) - 1 - ago)
    .filter((day) => isOn((day + 3) % 7))
    .map((day) => day * dayMs + minute(day) * minuteMs)
}
const weekday = (day: number) => day < 5
const always = () => true

test('a publisher who posts on weekdays at seven, give or take some minutes, does so', () => {
  const times = daily(28, weekday, (day) => 420 + (day % 5))
  expect(rhythmOf(points(times), 'UTC', nowMs)).toEqual({
    days: 'weekdays',
    from: 421,
    until: 421,
    delayMs: 2 * minuteMs,
  })
})

test('the clock is that of the reader, also before the clocks went forward', () => {
  const forward = Date.UTC(2026, 2, 29, 1)
  const at = (ms: number) => ms - (ms < forward ? 60 : 120) * minuteMs
  const times = daily(28, weekday, () => 420).map(at)
  expect(rhythmOf(points(times), 'Europe/Berlin', nowMs)).toMatchObject({ from: 420, until: 420 })
})

test.each([
  ['each Thursday', [0, 1, 2, 3].flatMap((week) => [0, 5].map((more) => week * 7 * dayMs + more * minuteMs))],
] as const)('what comes %s is told by its day', (_, offsets) => {
  const thursday = Date.UTC(2026, 2, 5, 18)
  expect(rhythmOf(points(offsets.map((ms) => thursday + ms)), 'UTC', nowMs)?.days).toBe(3)
})

test('hours around midnight are one span', () => {
  const times = daily(28, always, (day) => 1400 + (day % 4) * 30)
  expect(rhythmOf(points(times, 7), 'UTC', nowMs)).toEqual({
    days: 'daily',
    from: 1400,
    until: 1490,
    delayMs: 7 * minuteMs,
  })
})

test.each([
  ['a week', daily(8, always, () => 420).flatMap((at) => [at, at + minuteMs])],
  [
    'few postings',
    daily(
      28,
      (day) => day === 2,
      () => 420,
    ),
  ],
  ['postings all day long', daily(28, always, (day) => (day * 397) % 1440)],
  [
    'no day that returns',
    daily(
      28,
      (day) => day === 1 || day === 3,
      () => 420,
    ),
  ],
] as const)('of %s no rhythm is told', (_, times) => {
  expect(rhythmOf(points(times), 'UTC', nowMs)).toBeNull()
})

test('without exact times no rhythm is told', () => {
  const doubtful = points(daily(28, weekday, () => 420)).map((each): DelayPoint => ({
    ...each,
    delay: { kind: 'doubtful' },
  }))
  expect(rhythmOf(doubtful, 'UTC', nowMs)).toBeNull()
})
