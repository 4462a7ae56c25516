import { expect, test } from 'vitest'
import { mostChanged } from '#lib/policy/preview/most-moved.ts'
import { expectedDelayMs } from '#lib/policy/schedule/predict-delay.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import type { PreviewedPlan } from '#lib/policy/preview/share-plans.ts'

const polling = { policy: 'price', minIntervalMs: 600_000 } as const

test('the most moved are the first of all moves sorted by what they are worth, equal ones by their ids', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed)
    const draw = () => Math.ceil(random() * 4) // few values, so that many are worth the same
    const plans = Array.from({ length: 300 }, (_, sourceId): PreviewedPlan => {
      return {
        sourceId,
        weight: 1,
        ratePerDay: draw(),
        windowSize: null,
        hours: { polls: 1, delay: 1 },
      }
    })
    const weights = Float64Array.from(plans, () => Math.floor(random() * 3))
    const now = Float64Array.from(plans, draw)
    const then = Float64Array.from(plans, draw)
    const all = plans.map(({ sourceId, ratePerDay, hours }, index) => {
      const delayMs = (polls: Float64Array) => expectedDelayMs(hours, polling, polls[index] ?? NaN)
      const gain = (delayMs(now) - delayMs(then)) * (weights[index] ?? NaN) * ratePerDay
      return { sourceId, nowMs: delayMs(now), thenMs: delayMs(then), gain }
    })
    const byWorth = all.toSorted((a, b) => Math.abs(b.gain) - Math.abs(a.gain) || a.sourceId - b.sourceId)
    expect(mostChanged(plans, polling, { weights, now, then }, 20), `seed ${seed}`).toEqual({
      gainers: byWorth.filter(({ gain }) => gain > 0).slice(0, 20),
      losers: byWorth.filter(({ gain }) => gain < 0).slice(0, 20),
    })
  }
})
