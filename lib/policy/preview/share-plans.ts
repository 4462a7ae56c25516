/** Shares budgets out among plans in force, as `grant.ts` does: laid out so that many budgets of 100,000 sources take a moment. */
import { type GrantClaim, grantedPolls, shareBudget } from '#lib/policy/allocate/grant.ts'
import { clamp } from '#lib/policy/basics/numeric.ts'
import { keptStalenessMs } from '#lib/policy/learning/price.ts'
import { pollBounds, stalenessFloor } from '#lib/policy/schedule/floors.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { HourRoots } from '#lib/policy/basics/hour-roots.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'

/** The polls handed out differ from the budget by less than this part of it. */
const exactness = 1e-9
/** Halvings alone would come that near in so many steps; with tangents 2 do in half of drawn cases, 10 in 97 %. */
const mostSteps = 64
/** The longest staleness that floors can be counted with. */
const mostStalenessMs = 999 * DAY_MS

/** Polls a day of each plan, in their order, at a budget; under 'price' what is asked for, which busy hours may not get (`boundedPollsPerDay`). */
type Sharing = (budgetPerDay: number) => Float64Array

/** The weights of plans, in their order. */
export function weightsIn(plans: readonly PreviewedPlan[]): Float64Array {
  const weights = new Float64Array(plans.length)
  for (const [index, { weight }] of plans.entries()) weights[index] = weight
  return weights
}

/**
 * The facts that decide the shares of these plans by their weights or by others in their order, whatever the budget is. In plain loops over columns:
 * with an object made of each of 100,000 plans it took three times as long. O(n); each sharing a few times O(n).
 */
export function sharingOf(
  plans: readonly PreviewedPlan[],
  settings: PolicySettings,
  weights = weightsIn(plans),
): Sharing {
  const isPriced = settings.policy === 'price'
  if (!isPriced && settings.policy !== 'minimum-delay') return sharingOfClaims(plans, settings, weights)
  // Without a staleness the bounds are those of the windows alone. Plans by price know none: what windows force is paid by the price.
  const unstale = { ...settings, maxStalenessMs: mostStalenessMs }
  const roots = new Float64Array(plans.length)
  const windows = new Float64Array(plans.length)
  let weighing = 0
  for (const [index, plan] of plans.entries()) {
    const weight = weights[index] ?? 0
    if (weight > 0) weighing += 1
    roots[index] = Math.sqrt(weight * plan.ratePerDay) * (isPriced ? plan.hours.polls : 1)
    if (!isPriced) windows[index] = pollBounds({ ...plan, weight }, unstale).low
  }
  const high = DAY_MS / settings.minIntervalMs
  return (budgetPerDay) => {
    const staleness = isPriced
      ? Math.min(mostStalenessMs, keptStalenessMs(weighing, { ...settings, budgetPerDay }))
      : settings.maxStalenessMs
    const least = isPriced ? DAY_MS / staleness : stalenessFloor(staleness)
    const lows = windows.map((window, index) =>
      (roots[index] ?? 0) === 0 ? 0 : Math.min(high, Math.max(window, least)),
    )
    return shareOut(roots, lows, { high, budgetPerDay, highest: isPriced ? Infinity : high })
  }
}

/** As the planning itself does, for policies that go by no roots. */
function sharingOfClaims(
  plans: readonly PreviewedPlan[],
  settings: PolicySettings,
  weights: Float64Array,
): Sharing {
  const claims = plans.map((plan, index) => ({ ...plan, weight: weights[index] ?? 0 }))
  return (budgetPerDay) => {
    const at = { ...settings, budgetPerDay }
    const shares = shareBudget(claims, at)
    return Float64Array.from(claims, (claim) => grantedPolls(claim, at, shares))
  }
}

type Bounds = {
  readonly budgetPerDay: number
  /** More of a source's polls are not counted; more are not told. */
  readonly high: number
  readonly highest: number
}

/** Polls in proportion to the roots within their bounds; the lower ones shrink where they alone exceed the budget. */
function shareOut(
  roots: Float64Array,
  lows: Float64Array,
  { high, budgetPerDay, highest }: Bounds,
): Float64Array {
  const floors = lows.reduce((sum, low) => sum + low, 0)
  if (floors >= budgetPerDay) return lows.map((low) => (low * budgetPerDay) / floors)
  const multiplier = multiplierFor(roots, lows, high, budgetPerDay)
  return roots.map((root, index) => (root === 0 ? 0 : clamp(multiplier * root, lows[index] ?? 0, highest)))
}

/**
 * The factor of the roots by which all polls together are the budget; the greatest there is where the upper bounds use up less. The
 * total rises with it in straight pieces: along its tangent, and by halving where that leads out of what is known.
 */
function multiplierFor(roots: Float64Array, lows: Float64Array, high: number, budgetPerDay: number): number {
  let from = Math.exp(-30)
  let to = Math.exp(30)
  if (totalAt(roots, lows, high, to).total <= budgetPerDay) return to
  let multiplier = budgetPerDay / roots.reduce((sum, root) => sum + root, 0)
  for (let step = 0; step < mostSteps; step++) {
    if (!(multiplier > from && multiplier < to)) multiplier = Math.sqrt(from * to)
    const { total, slope } = totalAt(roots, lows, high, multiplier)
    const missing = budgetPerDay - total
    if (Math.abs(missing) <= exactness * budgetPerDay) return multiplier
    if (missing > 0) from = multiplier
    else to = multiplier
    multiplier += slope > 0 ? missing / slope : Number.POSITIVE_INFINITY
  }
  return to
}

type Total = { readonly total: number; readonly slope: number }

/** All polls together at a multiplier, and by how much they rise with it. In a plain loop: it runs for each step. */
function totalAt(roots: Float64Array, lows: Float64Array, high: number, multiplier: number): Total {
  let total = 0
  let slope = 0
  for (let index = 0; index < roots.length; index++) {
    const root = roots[index] ?? 0
    if (root === 0) continue
    const low = lows[index] ?? 0
    const polls = multiplier * root
    if (polls <= low) total += low
    else if (polls < high) {
      total += polls
      slope += root
    } else total += high
  }
  return { total, slope }
}

/** A plan in force as far as previews look at it: its hours are summed up. */
export type PreviewedPlan = GrantClaim & { readonly sourceId: number; readonly hours: HourRoots }
