/** Bounds on polling: what staleness, losses and politeness demand, whatever the optimum. */
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { longestSafeInterval } from './window-overflow.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'

/** Chance that a document loses postings between two polls where nothing else is set. */
export const usualOverflowRisk = 0.01
/** Postings a document shows while its size is unknown: the usual window (SC: 10 to 15). */
export const usualWindowSize = 15

/** Least and most polls a day of a source. The minimum interval goes before staleness and losses. A source of weight 0 gets none. */
export function pollBounds(
  source: { readonly weight: number; readonly ratePerDay: number; readonly windowSize?: number | null },
  settings: PolicySettings,
): { low: number; high: number } {
  if (source.weight === 0) return { low: 0, high: 0 }
  const high = DAY_MS / settings.minIntervalMs
  const windowSize = Math.max(1, source.windowSize ?? usualWindowSize)
  const safeMs = longestSafeInterval({
    ratePerDay: source.ratePerDay,
    windowSize,
    risk: settings.overflowRisk ?? usualOverflowRisk,
  })
  const low = Math.max(stalenessFloor(settings.maxStalenessMs), DAY_MS / safeMs)
  return { low: Math.min(low, high), high }
}

/** Polls a day that keep to a staleness. From one day on, plans put polls on whole days: 36 h need a poll every day. */
export function stalenessFloor(maxStalenessMs: number): number {
  return maxStalenessMs >= DAY_MS ? 1 / Math.floor(maxStalenessMs / DAY_MS) : DAY_MS / maxStalenessMs
}

/** The staleness a plan can keep: the setting, or longer where the budget allows fewer polls than it needs. */
export function keepableStaleness(pollsPerDay: number, maxStalenessMs: number): number {
  if (pollsPerDay <= 0 || pollsPerDay >= stalenessFloor(maxStalenessMs) * (1 - 1e-9)) return maxStalenessMs
  const gapMs = pollsPerDay < 1 ? Math.ceil(1 / pollsPerDay) * DAY_MS : DAY_MS / pollsPerDay + MINUTE_MS
  return Math.max(maxStalenessMs, Math.round(gapMs))
}
