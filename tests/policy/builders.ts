import { flatPattern, type Pattern } from '#lib/policy/estimate/hourly-profile.ts'
import type { PreviewedPlan } from '#lib/policy/preview/share-plans.ts'
import { denseDelay } from '#lib/policy/schedule/dense-times.ts'
import type { HourRoots } from '#lib/policy/basics/hour-roots.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

/** The reference instant of all tests, a Monday. */
export const monday = Date.UTC(2026, 0, 5)

export const settings: PolicySettings = {
  policy: 'minimum-delay',
  budgetPerDay: 40,
  maxStalenessMs: 7 * DAY_MS,
  minIntervalMs: 60_000,
}

/** Nine to five, as shares. */
export const officePattern = flatPattern.map((_, hour) => (hour >= 9 && hour < 17 ? 1 / 8 : 0))

export function buildPlan(changes: Partial<SourcePlan> = {}): SourcePlan {
  return {
    sourceId: 7,
    madeAt: monday,
    policy: 'minimum-delay',
    policyVersion: '1',
    weight: 4,
    ratePerDay: 2.4,
    pollsPerDay: 3.1,
    pattern: officePattern,
    carry: 0,
    predictedDelayMs: HOUR_MS,
    minIntervalMs: 60_000,
    maxStalenessMs: 7 * DAY_MS,
    ...changes,
  }
}

export function buildFacts(changes: Partial<PollFacts> = {}): PollFacts {
  return {
    sourceId: 7,
    outcome: 'unchanged',
    consecutiveFailures: 0,
    notBefore: null,
    window: null,
    ...changes,
  }
}

/** A source that posted `perDay` times a day, at the given hours in turn, for 14 days before `until`. */
export function buildHistory(
  sourceId: number,
  perDay: number,
  changes: Partial<SourceHistory> = {},
): SourceHistory {
  const count = Math.round(perDay * 14)
  const since = monday - 14 * DAY_MS
  return {
    sourceId,
    weight: 1,
    postingTimes: Array.from({ length: count }, (_, index) => since + ((index + 0.5) / count) * 14 * DAY_MS),
    knownSince: since,
    windowSize: 15,
    carry: null,
    ...changes,
  }
}

/** The parts of a plan that previews need, as the database reads them from plans in force. */
export function toPreviewed({ hours, pattern, ...plan }: SourcePlan): PreviewedPlan {
  const { sourceId, weight, ratePerDay, windowSize = null } = plan
  return { sourceId, weight, ratePerDay, windowSize, hours: hours ?? hoursOf(pattern) }
}

/** Of a pattern whose readers are always there. */
export function hoursOf(pattern: Pattern): HourRoots {
  const root = Math.sqrt(denseDelay(pattern, 1, 1) * 2)
  return { polls: root, delay: root }
}
