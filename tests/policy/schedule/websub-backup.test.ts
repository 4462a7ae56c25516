import { describe, expect, test } from 'vitest'
import { backupFactor, backupInstant, pushShareAfter } from '#lib/policy/schedule/push-backup.ts'

describe('the share of postings that came by push', () => {
  test('starts from nothing, nears 1 with each pushed posting and falls with each missed one', () => {
    expect(pushShareAfter(0, 'push', 0)).toBe(0)
    expect(pushShareAfter(0, 'push', 1)).toBeCloseTo(0.2)
    expect(pushShareAfter(0, 'push', 10)).toBeCloseTo(1 - 0.8 ** 10)
    expect(pushShareAfter(0.9, 'poll', 1)).toBeCloseTo(0.72)
    expect(pushShareAfter(0.9, 'poll', 5)).toBeCloseTo(0.9 * 0.8 ** 5)
  })

  test('counts postings alike, one by one or together', () => {
    const oneByOne = Array.from({ length: 7 }).reduce<number>(
      (share) => pushShareAfter(share, 'push', 1),
      0.3,
    )
    expect(oneByOne).toBeCloseTo(pushShareAfter(0.3, 'push', 7))
  })

  test('tends to the share of a hub that misses every fourth', () => {
    let share = 0
    let sum = 0
    for (let posting = 0; posting < 4000; posting++) {
      share = pushShareAfter(share, posting % 4 === 0 ? 'poll' : 'push', 1)
      sum += share
    }
    expect(sum / 4000).toBeCloseTo(0.75, 2)
  })

  test('refuses what is no share and no count', () => {
    expect(() => pushShareAfter(1.1, 'push', 1)).toThrow(RangeError)
    expect(() => pushShareAfter(0.5, 'poll', -1)).toThrow(RangeError)
    expect(() => backupFactor(Number.NaN)).toThrow(RangeError)
  })
})

describe('the backup interval', () => {
  test('is the usual one without a hub, doubles when a quarter is left to polls, and is never over eight times as long', () => {
    expect(backupFactor(0)).toBe(1)
    expect(backupFactor(0.75)).toBe(2)
    expect(backupFactor(0.96)).toBeCloseTo(5)
    expect(backupFactor(1)).toBe(8)
  })

  test('keeps to the staleness limit, but never comes before the plan', () => {
    const poll = { polledAt: 1000, maxStalenessMs: 5000 }
    expect(backupInstant(2000, 0.75, poll)).toBe(3000)
    expect(backupInstant(4000, 0.75, poll)).toBe(6000)
    expect(backupInstant(9000, 0.75, poll)).toBe(9000)
    expect(backupInstant(2000, 0, poll)).toBe(2000)
  })
})
