import { describe, expect, test } from 'vitest'
import { isProved, learnHints, quietUntil, type HintRecord } from '#lib/policy/schedule/hint-record.ts'
import type { PublisherHints } from '#lib/policy/schedule/hints.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import { monday } from '#tests/policy/builders.ts'

const hourly: PublisherHints = { ttlMinutes: 60 }

/** A record after polls every `gapMs`, each of which found postings of these times. */
function recordOf(
  hints: PublisherHints,
  gapMs: number,
  newTimes: readonly (readonly number[])[],
): HintRecord {
  const record = newTimes.reduce<HintRecord | null>(
    (known, times, index) => learnHints(known, { at: monday + index * gapMs, hints, newTimes: times }),
    null,
  )
  if (record === null) throw new Error('no polls')
  return record
}

describe('a cache hint', () => {
  test('is believed after it was kept three times, and not before', () => {
    const quiet = (polls: number) =>
      recordOf(
        hourly,
        HOUR_MS,
        Array.from({ length: polls }, () => []),
      )
    expect(quietUntil(quiet(3), monday, DAY_MS)).toBeNull()
    expect(quiet(4).cache).toEqual({ kept: 3, broken: 0 })
    expect(quietUntil(quiet(4), monday, DAY_MS)).toBe(monday + HOUR_MS)
  })

  test('can prove true although the source is polled more often than it says', () => {
    const record = recordOf(
      hourly,
      HOUR_MS / 4,
      Array.from({ length: 13 }, () => []),
    )
    expect(record.cache).toEqual({ kept: 3, broken: 0 })
  })

  test('is broken by a posting inside it, and then ignored', () => {
    const times = Array.from({ length: 12 }, (_, poll) => (poll > 5 ? [monday + (poll - 0.5) * HOUR_MS] : []))
    const record = recordOf(hourly, HOUR_MS, times)
    expect(record.cache.broken).toBe(6)
    expect(isProved(record.cache)).toBe(false)
    expect(quietUntil(record, monday, DAY_MS)).toBeNull()
  })

  test('never counts beyond the longest wait, and starts anew when it changes', () => {
    const record = recordOf({ ttlMinutes: 600 }, 10 * HOUR_MS, [[], [], [], []])
    expect(quietUntil(record, monday, 2 * HOUR_MS)).toBe(monday + 2 * HOUR_MS)
    const changed = learnHints(record, { at: monday, hints: hourly, newTimes: [] })
    expect(changed.cache).toEqual({ kept: 0, broken: 0 })
  })
})

describe('a skip hint', () => {
  const night: PublisherHints = { skipHours: [0, 1, 2, 3, 4, 5] }

  test('is honoured from the start', () => {
    const record = recordOf(night, HOUR_MS, [[]])
    expect(quietUntil(record, monday + HOUR_MS, DAY_MS)).toBe(monday + 6 * HOUR_MS)
    expect(quietUntil(record, monday + 7 * HOUR_MS, DAY_MS)).toBeNull()
  })

  test('is ignored when postings come in the hours to be skipped', () => {
    const record = recordOf(night, DAY_MS, [
      [monday - 20 * HOUR_MS],
      [monday + 2 * HOUR_MS, monday + 3 * HOUR_MS],
    ])
    expect(record.skip).toEqual({ kept: 0, broken: 3 })
    expect(quietUntil(record, monday + HOUR_MS, DAY_MS)).toBeNull()
  })
})

test('no hints are nothing to go by', () => {
  expect(quietUntil(null, monday, DAY_MS)).toBeNull()
  expect(quietUntil(recordOf({}, HOUR_MS, [[], []]), monday, DAY_MS)).toBeNull()
})
