/** What a budget or a weight would bring, before it is saved: the same sums as the planning, on the plans in force. */
import type { Claim } from './grant.ts'
import { expectedDelayMs, hoursOf, type HourRoots } from './predict-delay.ts'
import { sharingOf } from './share-plans.ts'
import type { PolicyName, PolicySettings, SourcePlan } from './types.ts'

/** A plan in force as far as previews look at it: its hours are summed up. */
export type PreviewedPlan = Claim & { readonly sourceId: number; readonly hours: HourRoots }

/** What previews need of a plan. */
export function toPreviewed(plan: SourcePlan): PreviewedPlan {
  const { sourceId, weight, ratePerDay, windowSize = null } = plan
  return { sourceId, weight, ratePerDay, windowSize, hours: plan.hours ?? hoursOf(plan.pattern) }
}

export type BudgetPreview = {
  readonly budgetPerDay: number
  /** Expected delay of a posting, each counted by the weight of its source; null when no source has a weight. */
  readonly meanDelayMs: number | null
  /** Polls a day of each plan, in the order of the plans. */
  readonly pollsPerDay: Float64Array
}

/** What other settings would grant each source, and the mean delay expected of them. O(n). */
export function previewBudget(plans: readonly PreviewedPlan[], settings: PolicySettings): BudgetPreview {
  return budgetPreviews(plans, settings)(settings.budgetPerDay)
}

/** `previewBudget` of several budgets: what they have in common is worked out once. */
export function budgetPreviews(
  plans: readonly PreviewedPlan[],
  settings: PolicySettings,
): (budgetPerDay: number) => BudgetPreview {
  const share = sharingOf(plans, settings)
  return (budgetPerDay) => {
    const pollsPerDay = share(budgetPerDay)
    return { budgetPerDay, pollsPerDay, meanDelayMs: meanDelayMs(plans, settings.policy, pollsPerDay) }
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
  plans: readonly PreviewedPlan[],
  settings: PolicySettings,
  newWeights: ReadonlyMap<number, number>,
): WeightPreview {
  const before = previewBudget(plans, settings).pollsPerDay
  const after = previewBudget(
    plans.map((plan) => ({ ...plan, weight: newWeights.get(plan.sourceId) ?? plan.weight })),
    settings,
  ).pollsPerDay
  const isOther = plans.map(({ sourceId }) => !newWeights.has(sourceId))
  const ofOthers = (polls: Float64Array) => {
    const theirs = polls.filter((_, index) => isOther[index])
    return {
      polls: theirs.reduce((sum, each) => sum + each, 0),
      delayMs: meanDelayMs(others, settings.policy, theirs),
    }
  }
  const others = plans.filter((_, index) => isOther[index])
  const changed = plans.flatMap((plan, index): WeightEffect[] => {
    if (isOther[index]) return []
    const [pollsPerDayBefore, pollsPerDayAfter] = [before[index] ?? 0, after[index] ?? 0]
    const delayMs = (polls: number) => expectedDelayMs(plan.hours, settings.policy, polls)
    return [
      {
        ...{ sourceId: plan.sourceId, pollsPerDayBefore, pollsPerDayAfter },
        ...{ delayBeforeMs: delayMs(pollsPerDayBefore), delayAfterMs: delayMs(pollsPerDayAfter) },
      },
    ]
  })
  const [theirsBefore, theirsAfter] = [ofOthers(before), ofOthers(after)]
  return {
    changed,
    others: {
      ...{ pollsPerDayBefore: theirsBefore.polls, pollsPerDayAfter: theirsAfter.polls },
      ...{ delayBeforeMs: theirsBefore.delayMs, delayAfterMs: theirsAfter.delayMs },
    },
  }
}

export type FormulaEffect = {
  /** In the order of the plans. */
  readonly pollsBefore: Float64Array
  readonly pollsAfter: Float64Array
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
  plans: readonly PreviewedPlan[],
  settings: PolicySettings,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): FormulaEffect {
  const weighed = (by: ReadonlyMap<number, number>) =>
    plans.map((plan) => ({ ...plan, weight: by.get(plan.sourceId) ?? 0 }))
  const plansAfter = weighed(after)
  const pollsBefore = previewBudget(weighed(before), settings).pollsPerDay
  const then = previewBudget(plansAfter, settings)
  const movedPerDay = then.pollsPerDay.reduce(
    (sum, polls, index) => sum + Math.max(0, polls - (pollsBefore[index] ?? 0)),
    0,
  )
  return {
    pollsBefore,
    pollsAfter: then.pollsPerDay,
    delayBeforeMs: meanDelayMs(plansAfter, settings.policy, pollsBefore),
    delayAfterMs: then.meanDelayMs,
    movedPerDay,
  }
}

/** Expected delay of a posting at so many polls a day, each counted by its source's weight; null without weights. O(n). */
function meanDelayMs(
  plans: readonly PreviewedPlan[],
  policy: PolicyName,
  pollsPerDay: Float64Array,
): number | null {
  let [weighted, postings] = [0, 0]
  for (const [index, { weight, ratePerDay, hours }] of plans.entries()) {
    if (weight === 0) continue
    weighted += weight * ratePerDay * expectedDelayMs(hours, policy, pollsPerDay[index] ?? 0)
    postings += weight * ratePerDay
  }
  return postings > 0 ? weighted / postings : null
}
