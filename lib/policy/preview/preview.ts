/** The effect of a budget or a weight, before it is saved: the same sums as the planning, on the plans in force. */
import { type Polling, expectedDelayMs, expectedPollsPerDay } from '#lib/policy/schedule/predict-delay.ts'
import { type PreviewedPlan, sharingOf, weightsIn } from './share-plans.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'

export type BudgetPreview = {
  readonly budgetPerDay: number
  /** Expected delay of a posting, each counted by the weight of its source; null when no source has a weight. */
  readonly meanDelayMs: number | null
  /** Polls a day of each plan that are asked for, in the order of the plans: delays follow from these, and `pollsMade`. */
  readonly asked: Float64Array
}

/** The polls that other settings would grant each source, and the mean delay expected of them. O(n). */
export function previewBudget(
  plans: readonly PreviewedPlan[],
  settings: PolicySettings,
  weights = weightsIn(plans),
): BudgetPreview {
  return budgetPreviews(plans, settings, weights)(settings.budgetPerDay)
}

/** `previewBudget` of several budgets: what they have in common is worked out once. */
export function budgetPreviews(
  plans: readonly PreviewedPlan[],
  settings: PolicySettings,
  weights = weightsIn(plans),
): (budgetPerDay: number) => BudgetPreview {
  const share = sharingOf(plans, settings, weights)
  return (budgetPerDay) => {
    const asked = share(budgetPerDay)
    return { budgetPerDay, asked, meanDelayMs: meanDelayMs(plans, weights, settings, asked) }
  }
}

/** The polls a day that take place where so many are asked for, in the order of the plans. O(n). */
export function pollsMade(
  plans: readonly PreviewedPlan[],
  settings: Polling,
  asked: Float64Array,
): Float64Array {
  const made = new Float64Array(plans.length)
  for (const [index, { hours }] of plans.entries())
    made[index] = expectedPollsPerDay(hours, settings, asked[index] ?? 0)
  return made
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

/** The effect of other weights for some sources on them, and their cost for the others, at the same budget. O(n). */
export function previewWeight(
  plans: readonly PreviewedPlan[],
  settings: PolicySettings,
  newWeights: ReadonlyMap<number, number>,
): WeightPreview {
  const weights = weightsIn(plans)
  const weightsAfter = weights.slice()
  for (const [index, { sourceId }] of plans.entries())
    weightsAfter[index] = newWeights.get(sourceId) ?? weights[index] ?? 0
  const before = sharingOf(plans, settings, weights)(settings.budgetPerDay)
  const after = sharingOf(plans, settings, weightsAfter)(settings.budgetPerDay)
  const madeBefore = pollsMade(plans, settings, before)
  const madeAfter = pollsMade(plans, settings, after)
  const changed: WeightEffect[] = []
  for (const [index, { sourceId, hours }] of plans.entries()) {
    if (!newWeights.has(sourceId)) continue
    weights[index] = 0 // no other source: what is left are the weights of the others
    const delayMs = (asked: Float64Array) => expectedDelayMs(hours, settings, asked[index] ?? 0)
    changed.push({
      sourceId,
      pollsPerDayBefore: madeBefore[index] ?? 0,
      pollsPerDayAfter: madeAfter[index] ?? 0,
      delayBeforeMs: delayMs(before),
      delayAfterMs: delayMs(after),
    })
  }
  const ofChanged = (polls: (effect: WeightEffect) => number) =>
    changed.reduce((sum, each) => sum + polls(each), 0)
  const ofOthers = (asked: Float64Array) => meanDelayMs(plans, weights, settings, asked)
  return {
    changed,
    others: {
      pollsPerDayBefore: sumOf(madeBefore) - ofChanged((each) => each.pollsPerDayBefore),
      pollsPerDayAfter: sumOf(madeAfter) - ofChanged((each) => each.pollsPerDayAfter),
      delayBeforeMs: ofOthers(before),
      delayAfterMs: ofOthers(after),
    },
  }
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, each) => sum + each, 0)
}

type FormulaFigures = {
  /** Asked for, in the order of the plans. */
  readonly pollsBefore: Float64Array
  readonly pollsAfter: Float64Array
  /** Both by the weights after, so that they can be compared; null when no source has one. */
  readonly delayBeforeMs: number | null
  readonly delayAfterMs: number | null
  /** Polls a day that go from one source to another. */
  readonly movedPerDay: number
}

/** The effect of other weights for all sources, in the order of the plans, at the same budget. O(n). */
export function previewFormula(
  plans: readonly PreviewedPlan[],
  settings: PolicySettings,
  before: Float64Array,
  after: Float64Array,
): FormulaFigures {
  const now = sharingOf(plans, settings, before)(settings.budgetPerDay)
  const then = previewBudget(plans, settings, after)
  const madeNow = pollsMade(plans, settings, now)
  const movedPerDay = pollsMade(plans, settings, then.asked).reduce(
    (sum, polls, index) => sum + Math.max(0, polls - (madeNow[index] ?? 0)),
    0,
  )
  return {
    pollsBefore: now,
    pollsAfter: then.asked,
    delayBeforeMs: meanDelayMs(plans, after, settings, now),
    delayAfterMs: then.meanDelayMs,
    movedPerDay,
  }
}

/** Expected delay of a posting at so many polls a day, each counted by its source's weight; null without weights. O(n). */
function meanDelayMs(
  plans: readonly PreviewedPlan[],
  weights: Float64Array,
  settings: Polling,
  asked: Float64Array,
): number | null {
  let weighted = 0
  let postings = 0
  for (const [index, { ratePerDay, hours }] of plans.entries()) {
    const weight = weights[index] ?? 0
    if (weight === 0) continue
    weighted += weight * ratePerDay * expectedDelayMs(hours, settings, asked[index] ?? 0)
    postings += weight * ratePerDay
  }
  return postings > 0 ? weighted / postings : null
}
