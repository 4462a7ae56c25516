/** What a budget or a weight would bring, before it is saved: the same sums as the planning, on the plans in force. */
import type { Pattern } from './estimate/hourly-profile.ts'
import { grantedPolls, shareBudget } from './grant.ts'
import { denseDelay } from './schedule/dense-times.ts'
import { DAY_MS } from './time.ts'
import type { PolicySettings, SourcePlan } from './types.ts'

/** What a source without polls is said to wait: finite, so that it can be stored and averaged. */
export const neverPolledDelayMs = 365 * DAY_MS

/**
 * Expected mean delay of a source's postings when it is polled at the best times for its pattern. A fraction mixes the days with
 * floor(n) and ceil(n) polls; below one poll a day, gaps of g days at the best hour cost the delay of daily polls and, in addition,
 * (Σ g² / Σ g − 1) / 2 days. 0 polls: `neverPolledDelayMs`. An empty pattern counts as flat. O(24).
 */
export function predictDelayMs(pattern: Pattern, pollsPerDay: number): number {
  if (pollsPerDay <= 0) return neverPolledDelayMs
  const [whole, fraction] = [Math.floor(pollsPerDay), pollsPerDay % 1]
  if (whole >= 1) {
    const more = fraction > 0 ? fraction * denseDelay(pattern, whole + 1, DAY_MS) : 0
    return (1 - fraction) * denseDelay(pattern, whole, DAY_MS) + more
  }
  const meanGap = 1 / pollsPerDay
  const [shortGap, longPart] = [Math.floor(meanGap), meanGap % 1]
  const meanSquare = (1 - longPart) * shortGap ** 2 + longPart * (shortGap + 1) ** 2
  const delay = denseDelay(pattern, 1, DAY_MS) + ((meanSquare / meanGap - 1) / 2) * DAY_MS
  return Math.min(neverPolledDelayMs, delay)
}

/** Policies whose polls follow the hours of the sources. */
export function usesPatterns(policy: PolicySettings['policy']): boolean {
  return policy === 'price' || policy === 'minimum-delay'
}

export type BudgetPreview = {
  readonly budgetPerDay: number
  /** Expected delay of a posting, each counted by the weight of its source; null when no source has a weight. */
  readonly meanDelayMs: number | null
  /** Polls a day by source id. */
  readonly pollsPerDay: ReadonlyMap<number, number>
}

/** What other settings would grant each source, and the mean delay expected of them. O(n). */
export function previewBudget(plans: readonly SourcePlan[], settings: PolicySettings): BudgetPreview {
  const shares = shareBudget(plans, settings)
  const pollsPerDay = new Map(plans.map((plan) => [plan.sourceId, grantedPolls(plan, settings, shares)]))
  return {
    budgetPerDay: settings.budgetPerDay,
    meanDelayMs: meanDelayMs(plans, settings, pollsPerDay),
    pollsPerDay,
  }
}

export type WeightEffect = {
  readonly sourceId: number
  readonly pollsPerDayBefore: number
  readonly pollsPerDayAfter: number
  readonly delayBeforeMs: number
  readonly delayAfterMs: number
}

export type WeightPreview = {
  readonly changed: readonly WeightEffect[]
  /** All other sources together; delays are null when none of them has a weight. */
  readonly others: {
    readonly pollsPerDayBefore: number
    readonly pollsPerDayAfter: number
    readonly delayBeforeMs: number | null
    readonly delayAfterMs: number | null
  }
}

/** What other weights for some sources would bring them and cost the others, at the same budget. O(n). */
export function previewWeight(
  plans: readonly SourcePlan[],
  settings: PolicySettings,
  newWeights: ReadonlyMap<number, number>,
): WeightPreview {
  const reweighted = plans.map((plan) => ({ ...plan, weight: newWeights.get(plan.sourceId) ?? plan.weight }))
  const before = previewBudget(plans, settings).pollsPerDay
  const after = previewBudget(reweighted, settings).pollsPerDay
  const others = plans.filter(({ sourceId }) => !newWeights.has(sourceId))
  const totalOf = (polls: ReadonlyMap<number, number>): number => {
    return others.reduce((total, { sourceId }) => total + (polls.get(sourceId) ?? 0), 0)
  }
  const effectOn = (plan: SourcePlan): WeightEffect => {
    const [pollsPerDayBefore, pollsPerDayAfter] = [
      before.get(plan.sourceId) ?? 0,
      after.get(plan.sourceId) ?? 0,
    ]
    return {
      sourceId: plan.sourceId,
      pollsPerDayBefore,
      pollsPerDayAfter,
      delayBeforeMs: delayOf(plan, settings, pollsPerDayBefore),
      delayAfterMs: delayOf(plan, settings, pollsPerDayAfter),
    }
  }
  return {
    changed: plans.filter(({ sourceId }) => newWeights.has(sourceId)).map(effectOn),
    others: {
      pollsPerDayBefore: totalOf(before),
      pollsPerDayAfter: totalOf(after),
      delayBeforeMs: meanDelayMs(others, settings, before),
      delayAfterMs: meanDelayMs(others, settings, after),
    },
  }
}

export type FormulaEffect = {
  readonly pollsBefore: ReadonlyMap<number, number>
  readonly pollsAfter: ReadonlyMap<number, number>
  /** Both by the weights after, so that they can be compared; null when no source has one. */
  readonly delayBeforeMs: number | null
  readonly delayAfterMs: number | null
  /** Polls a day that go from one source to another. */
  readonly movedPerDay: number
}

/**
 * What other weights for all sources would bring, at the same budget. Sources without one count as weighing nothing. O(n).
 */
export function previewFormula(
  plans: readonly SourcePlan[],
  settings: PolicySettings,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): FormulaEffect {
  const weighed = (by: ReadonlyMap<number, number>) =>
    plans.map((plan) => ({ ...plan, weight: by.get(plan.sourceId) ?? 0 }))
  const plansAfter = weighed(after)
  const pollsBefore = previewBudget(weighed(before), settings).pollsPerDay
  const then = previewBudget(plansAfter, settings)
  let movedPerDay = 0
  for (const [id, polls] of then.pollsPerDay) movedPerDay += Math.max(0, polls - (pollsBefore.get(id) ?? 0))
  return {
    pollsBefore,
    pollsAfter: then.pollsPerDay,
    delayBeforeMs: meanDelayMs(plansAfter, settings, pollsBefore),
    delayAfterMs: then.meanDelayMs,
    movedPerDay,
  }
}

function delayOf(plan: SourcePlan, settings: PolicySettings, pollsPerDay: number): number {
  return predictDelayMs(usesPatterns(settings.policy) ? plan.pattern : [], pollsPerDay)
}

function meanDelayMs(
  plans: readonly SourcePlan[],
  settings: PolicySettings,
  pollsPerDay: ReadonlyMap<number, number>,
): number | null {
  let [weighted, postings] = [0, 0]
  for (const plan of plans) {
    if (plan.weight === 0) continue
    weighted += plan.weight * plan.ratePerDay * delayOf(plan, settings, pollsPerDay.get(plan.sourceId) ?? 0)
    postings += plan.weight * plan.ratePerDay
  }
  return postings > 0 ? weighted / postings : null
}
