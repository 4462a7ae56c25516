import { predictDelayMs } from '../predict-delay.ts'
import { DAY_MS } from '../time.ts'
import type { SourcePlan } from '../types.ts'

/**
 * A plan under its publisher's wish for at least so long between two polls: a ceiling that no weight and no policy lifts. What
 * it does not get of the budget goes to others with the next planning. Null: no wish. O(1).
 */
export function withLeastInterval(plan: SourcePlan, leastIntervalMs: number | null): SourcePlan {
  if (leastIntervalMs === null || leastIntervalMs <= plan.minIntervalMs) return plan
  const pollsPerDay = Math.min(plan.pollsPerDay, DAY_MS / leastIntervalMs)
  const isLess = pollsPerDay < plan.pollsPerDay
  return {
    ...plan,
    pollsPerDay,
    minIntervalMs: leastIntervalMs,
    maxStalenessMs: Math.max(plan.maxStalenessMs, leastIntervalMs),
    predictedDelayMs: isLess
      ? Math.max(plan.predictedDelayMs, predictDelayMs(plan.pattern, pollsPerDay))
      : plan.predictedDelayMs,
  }
}
