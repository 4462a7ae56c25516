/** Name → policy: what each policy of the literature is, which number scales it, and how it plans. */
import { sharesOfBudget, recentPostings } from './budgeted.ts'
import type { SharedPatterns } from './shared-patterns.ts'
import { flatPattern } from '#lib/policy/estimate/hourly-profile.ts'
import { learningWindowDays } from '#lib/policy/estimate/rate.ts'
import { isTimed, methods } from '#lib/policy/facts/methods.ts'
import { clamp } from '#lib/policy/basics/numeric.ts'
import { planAll } from '#lib/policy/plan.ts'
import { predictDelayMs } from '#lib/policy/schedule/predict-delay.ts'
import { phaseOf } from '#lib/policy/basics/random.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { policyVersion } from '#lib/policy/basics/version.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { type HistoryMethodName, policyNames } from '#lib/policy/basics/settings.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

/** The settings of a planning. */
export type MethodSettings = {
  /** Polls a day, over all sources together; interval policies do not look at it. */
  readonly budgetPerDay: number
  /** α: no source is polled more often. */
  readonly minIntervalMs: number
  /** β: interval policies never wait longer. Budgeted ones keep to their shares, whatever they make a source wait; 'minimum-delay' heeds it. */
  readonly maxStalenessMs: number
  /** Interval policies: their parameter; absent: the first published value. */
  readonly parameter?: number
}

/** Budgeted policies as published know no limit of staleness. */
const unlimitedMs = 100_000 * DAY_MS

/**
 * Plans all sources as the live aggregator does, by a policy that an admin may choose.
 * @throws RangeError for any other policy, and for settings or weights without meaning
 */
export function planAsServer(
  method: HistoryMethodName,
  histories: readonly SourceHistory[],
  settings: MethodSettings,
  now: number,
): SourcePlan[] {
  const policy = policyNames.find((name) => name === method)
  if (policy === undefined) throw new RangeError(`no server polls by ${method}`)
  return planAll(histories, { ...settings, policy }, now).plans
}

/**
 * Plans all sources by any policy but 'price' (`planByPrice`). Afterwards `decideNextPoll(plan, facts, now)` says when to poll, as in the live aggregator;
 * `facts.memory` (`firstMemory`, `remember`, `train`) is what interval policies decide from. Looks at nothing but histories.
 * @param patterns from `learnSharedPatterns`, for 'retrieval-only' and 'combined'; absent: flat
 * @throws RangeError for settings or weights without meaning
 */
export function planMethod(
  policy: HistoryMethodName,
  histories: readonly SourceHistory[],
  settings: MethodSettings,
  now: number,
  patterns: SharedPatterns | null = null,
): SourcePlan[] {
  if (policy === 'minimum-delay') return planAsServer(policy, histories, settings, now)
  const rates = histories.map((history) => recentPostings(history, now) / learningWindowDays)
  const shares = sharesOfBudget(policy, histories, rates, settings.budgetPerDay)
  const most = DAY_MS / settings.minIntervalMs
  return histories.map((history, index) => {
    const { sourceId, weight, windowSize } = history
    const ratePerDay = rates[index] ?? 0
    const pattern = isTimed(policy)
      ? (patterns?.clusterOf.get(sourceId) ?? patterns?.population ?? flatPattern)
      : flatPattern
    const pollsPerDay =
      shares === null
        ? clamp(ratePerDay, Math.min(most, DAY_MS / settings.maxStalenessMs), most)
        : Math.min(most, shares[index] ?? 0)
    return {
      sourceId,
      madeAt: now,
      policy,
      policyVersion,
      weight,
      ratePerDay,
      pollsPerDay,
      pattern,
      carry: history.carry ?? phaseOf(sourceId, 1),
      predictedDelayMs: predictDelayMs(pattern, pollsPerDay),
      minIntervalMs: settings.minIntervalMs,
      maxStalenessMs: shares === null ? settings.maxStalenessMs : unlimitedMs,
      windowSize,
      ...(shares === null && {
        parameter: settings.parameter ?? methods[policy].parameter?.published[0] ?? 1,
      }),
    }
  })
}
