import { expect, test } from 'vitest'
import { hourlyDelayMs, hourlyPhaseMs, savedMs } from '#lib/api/freshness/hourly-check.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const publishedAt = Date.UTC(2026, 0, 5, 7)

/** Minutes from the publication to the first check of an hourly reader, tried one second after the other. */
function firstCheckAfter(sourceId: number, from: number): number {
  for (let at = from; at < from + hourMs; at += 1000)
    if (at % hourMs === hourlyPhaseMs(sourceId)) return at - from
  throw new Error(`Source ${sourceId} is not checked at a whole second of each hour.`)
}

test('an hourly check of a source comes at the same time of each hour, at other times for other sources', () => {
  const phases = Array.from({ length: 600 }, (_, id) => hourlyPhaseMs(id + 1))
  expect(phases).toEqual(Array.from({ length: 600 }, (_, id) => hourlyPhaseMs(id + 1)))
  expect(Math.min(...phases)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...phases)).toBeLessThan(hourMs)
  // Ten sources for each minute, on average half an hour: a fair comparison for a server of any size.
  for (const many of [20, 100, 600]) {
    const mean = phases.slice(0, many).reduce((sum, ms) => sum + ms, 0) / many
    expect(Math.abs(mean - hourMs / 2)).toBeLessThan(3 * minuteMs)
  }
})

test('the delay of hourly checks is that of the first of them at or after the publication', () => {
  for (const sourceId of [1, 2, 77, 4096, 2_147_483_647])
    for (const seconds of [0, 1, 1799, 3599])
      expect(hourlyDelayMs(sourceId, publishedAt + seconds * 1000)).toBe(
        firstCheckAfter(sourceId, publishedAt + seconds * 1000),
      )
  expect(hourlyDelayMs(7, publishedAt + hourlyPhaseMs(7))).toBe(0)
})

const hourly = hourlyDelayMs(7, publishedAt)
test.each([
  ['found at once', publishedAt, hourly],
  ['found with that check', publishedAt + hourly, 0],
  ['found later than by it', publishedAt + hourly + 90 * minuteMs, -90 * minuteMs],
  ['said to be published after it was found', publishedAt - hourMs, hourly],
] as const)('what was %s saves the time between', (_, foundAt, expected) => {
  expect(savedMs(7, { publishedAt, foundAt })).toBe(expected)
})

test('without a publication nothing is known to be saved', () => {
  expect(savedMs(7, { publishedAt: null, foundAt: publishedAt })).toBeNull()
})
