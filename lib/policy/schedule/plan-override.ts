import type { Pattern } from '#lib/policy/estimate/hourly-profile.ts'
import { askedPolls, boundedPolls, rootsOfDay } from '#lib/policy/basics/bounded-polls.ts'
import type { HourRoots } from '#lib/policy/basics/hour-roots.ts'
import { expectedDelayMs, predictDelayMs } from './predict-delay.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'

/** The admin's exception for one source, whatever its weight. */
export type PlanOverride = {
  /** It is polled after so long, always; null: as planned. */
  readonly fixedIntervalMs: number | null
  /** It is polled after so long at the latest, but not below the least interval; null: as planned. */
  readonly greatestDelayMs: number | null
}

/**
 * A plan under what the admin fixed. A fixed interval is both bounds of the plan, and goes before a greatest delay. What
 * this takes of the budget, others lack after the next planning. A source that is granted no poll stays without. O(1).
 */
export function withOverride(
  plan: SourcePlan,
  { fixedIntervalMs, greatestDelayMs }: PlanOverride,
): SourcePlan {
  if (plan.weight === 0 || plan.pollsPerDay <= 0) return plan
  if (fixedIntervalMs !== null) {
    const pollsPerDay = DAY_MS / fixedIntervalMs
    return {
      ...plan,
      pollsPerDay,
      minIntervalMs: fixedIntervalMs,
      maxStalenessMs: fixedIntervalMs,
      predictedDelayMs: predictDelayMs([], pollsPerDay),
    }
  }
  const maxStalenessMs = Math.max(plan.minIntervalMs, greatestDelayMs ?? plan.maxStalenessMs)
  if (maxStalenessMs >= plan.maxStalenessMs) return plan
  const evenly = Math.max(plan.pollsPerDay, DAY_MS / maxStalenessMs)
  const predictedDelayMs = Math.min(plan.predictedDelayMs, predictDelayMs(plan.pattern, evenly))
  return { ...plan, pollsPerDay: pollsWithin(plan, maxStalenessMs), maxStalenessMs, predictedDelayMs }
}

/** Under a price quiet hours get polls that busy ones do not lack: more than the greatest delay makes by itself. */
function pollsWithin(plan: SourcePlan, maxStalenessMs: number): number {
  const { policy, pattern, pollsPerDay, minIntervalMs } = plan
  if (policy !== 'price') return Math.max(pollsPerDay, DAY_MS / maxStalenessMs)
  const roots = rootsOfDay(pattern)
  const asked = askedPolls(roots, pollsPerDay, minIntervalMs, plan.maxStalenessMs)
  return boundedPolls(roots, asked, minIntervalMs, maxStalenessMs)
}

/** A source as previews see it, and what the budget grants it without an override. */
export type Granted = {
  /** Polls a day, asked for. */
  readonly asked: number
  readonly hours: HourRoots
  /** Shares of a day's postings by UTC hour, as its plan has them. */
  readonly pattern: Pattern
  /** The least interval that its publisher asks for; null: none. */
  readonly leastIntervalMs: number | null
  /** After so long all sources are polled at the latest: what the budget can keep, `keptStalenessMs`. */
  readonly keptStalenessMs: number
}

type PredictedOverride = {
  readonly pollsPerDay: number
  /** Null: it is not polled. */
  readonly predictedDelayMs: number | null
}

/** Polls a day and expected delay under an override, by the prediction of budgets: `withOverride` before there is a plan. A fixed interval knows no hours. O(hours). */
export function predictOverride(
  { asked: granted, hours, pattern, leastIntervalMs, keptStalenessMs }: Granted,
  { isPaused, fixedIntervalMs, greatestDelayMs }: PlanOverride & { readonly isPaused: boolean },
  settings: PolicySettings,
): PredictedOverride {
  if (isPaused || granted <= 0) return { pollsPerDay: 0, predictedDelayMs: null }
  const atLeast = greatestDelayMs === null ? 0 : DAY_MS / Math.max(settings.minIntervalMs, greatestDelayMs)
  const wanted = fixedIntervalMs === null ? Math.max(granted, atLeast) : DAY_MS / fixedIntervalMs
  const atMost = leastIntervalMs === null ? Infinity : DAY_MS / leastIntervalMs
  if (fixedIntervalMs !== null || settings.policy !== 'price') {
    const pollsPerDay = Math.min(wanted, atMost)
    const known = fixedIntervalMs === null ? hours : { polls: 1, delay: 1 }
    return { pollsPerDay, predictedDelayMs: expectedDelayMs(known, settings, pollsPerDay) }
  }
  const bounds = { ...settings, minIntervalMs: Math.max(settings.minIntervalMs, leastIntervalMs ?? 0) }
  const latestMs = Math.max(bounds.minIntervalMs, Math.min(keptStalenessMs, greatestDelayMs ?? Infinity))
  return {
    pollsPerDay: boundedPolls(rootsOfDay(pattern), granted, bounds.minIntervalMs, latestMs),
    predictedDelayMs: expectedDelayMs(hours, bounds, wanted),
  }
}
