import { describe, expect, it } from 'vitest'
import { positionOnTrace, toneOf } from '#components/ui/chart/trace.tsx'

const MINUTE_MS = 60_000

describe('trace', () => {
  it('runs from 30 s to 3 h and sticks to its ends', () => {
    expect(positionOnTrace(0)).toBe(0)
    expect(positionOnTrace(30_000)).toBe(0)
    expect(positionOnTrace(180 * MINUTE_MS)).toBe(1)
    expect(positionOnTrace(30 * 24 * 60 * MINUTE_MS)).toBe(1)
  })

  it('takes the same step for each doubling', () => {
    const step = positionOnTrace(2 * MINUTE_MS) - positionOnTrace(MINUTE_MS)
    expect(positionOnTrace(64 * MINUTE_MS) - positionOnTrace(32 * MINUTE_MS)).toBeCloseTo(step, 12)
  })

  it('is late only when a promise is broken, a range by its upper end', () => {
    const range = { kind: 'range', leastMs: 3 * MINUTE_MS, mostMs: 15 * MINUTE_MS } as const
    expect(toneOf({ kind: 'exact', delayMs: 26 * MINUTE_MS })).toBe('fresh')
    expect(toneOf({ kind: 'exact', delayMs: 26 * MINUTE_MS }, 20 * MINUTE_MS)).toBe('late')
    expect(toneOf({ kind: 'exact', delayMs: 20 * MINUTE_MS }, 20 * MINUTE_MS)).toBe('fresh')
    expect(toneOf(range, 10 * MINUTE_MS)).toBe('late')
    expect(toneOf(range, 15 * MINUTE_MS)).toBe('fresh')
  })

  it('judges nothing that is not known', () => {
    expect(toneOf({ kind: 'doubtful' }, 1)).toBe('unknown')
    expect(toneOf({ kind: 'initial' }, 1)).toBe('unknown')
  })
})
