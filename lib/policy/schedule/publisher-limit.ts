import { askedPolls, boundedPolls, rootsOfDay } from '#lib/policy/basics/bounded-polls.ts'
import { predictDelayMs, pricedDelayMs } from './predict-delay.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'

/**
 * A plan under its publisher's limit of at least so long between two polls: a ceiling that no weight and no policy lifts. What
 * it does not get of the budget goes to others with the next planning. Under a price the busy hours get less of it first. Null: no limit. O(1).
 */
export function withLeastInterval(plan: SourcePlan, leastIntervalMs: number | null): SourcePlan {
  if (leastIntervalMs === null || leastIntervalMs <= plan.minIntervalMs) return plan
  const { pollsPerDay, predictedDelayMs } = boundTo(plan, leastIntervalMs)
  const isLess = pollsPerDay < plan.pollsPerDay
  return {
    ...plan,
    pollsPerDay,
    minIntervalMs: leastIntervalMs,
    maxStalenessMs: Math.max(plan.maxStalenessMs, leastIntervalMs),
    predictedDelayMs: isLess ? Math.max(plan.predictedDelayMs, predictedDelayMs) : plan.predictedDelayMs,
  }
}

function boundTo(
  plan: SourcePlan,
  leastIntervalMs: number,
): Pick<SourcePlan, 'pollsPerDay' | 'predictedDelayMs'> {
  const { policy, pattern, hours, minIntervalMs, maxStalenessMs } = plan
  if (policy !== 'price' || hours === undefined) {
    const pollsPerDay = Math.min(plan.pollsPerDay, DAY_MS / leastIntervalMs)
    return { pollsPerDay, predictedDelayMs: predictDelayMs(pattern, pollsPerDay) }
  }
  const roots = rootsOfDay(pattern)
  const latestMs = Math.max(maxStalenessMs, leastIntervalMs)
  const asked = askedPolls(roots, plan.pollsPerDay, minIntervalMs, maxStalenessMs)
  return {
    pollsPerDay: Math.min(plan.pollsPerDay, boundedPolls(roots, asked, leastIntervalMs, latestMs)),
    predictedDelayMs: pricedDelayMs(hours, asked, leastIntervalMs),
  }
}
