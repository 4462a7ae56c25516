/** Shares budgets out among plans in force, as `grant.ts` does: laid out so that many budgets of 100,000 sources take a moment. */
import { grantedPolls, shareBudget } from './grant.ts'
import { clamp } from './numeric.ts'
import type { PreviewedPlan } from './preview.ts'
import { keptStalenessMs } from './price/price.ts'
import { pollBounds, stalenessFloor } from './schedule/floors.ts'
import { DAY_MS } from './time.ts'
import type { PolicySettings } from './types.ts'

/** Halvings of a range of e^60 at most: exact to 1e-8. */
const halvings = 32
/** What staleness floors can be counted with. */
const mostStalenessMs = 999 * DAY_MS

/** Polls a day of each plan, in their order, at a budget. */
export type Sharing = (budgetPerDay: number) => Float64Array

/** What decides the shares of these plans, whatever the budget is. O(n); each sharing O(32 n). */
export function sharingOf(plans: readonly PreviewedPlan[], settings: PolicySettings): Sharing {
  if (settings.policy === 'uniform' || settings.policy === 'mavsync') {
    return (budgetPerDay) => {
      const at = { ...settings, budgetPerDay }
      const shares = shareBudget(plans, at)
      return Float64Array.from(plans, (plan) => grantedPolls(plan, at, shares))
    }
  }
  const isPriced = settings.policy === 'price'
  const roots = Float64Array.from(plans, ({ weight, ratePerDay, hours }) => {
    return Math.sqrt(weight * ratePerDay) * (isPriced ? hours.polls : 1)
  })
  // Without a staleness the bounds are those of the windows alone.
  const unstale = { ...settings, maxStalenessMs: mostStalenessMs }
  const windows = Float64Array.from(plans, (plan) => pollBounds(plan, unstale).low)
  const high = DAY_MS / settings.minIntervalMs
  return (budgetPerDay) => {
    const staleness = isPriced
      ? Math.min(mostStalenessMs, keptStalenessMs(plans.length, { ...settings, budgetPerDay }))
      : settings.maxStalenessMs
    const least = stalenessFloor(staleness)
    const lows = windows.map((window, index) =>
      (roots[index] ?? 0) === 0 ? 0 : Math.min(high, Math.max(window, least)),
    )
    return shareOut(roots, lows, high, budgetPerDay)
  }
}

/** Polls in proportion to the roots within their bounds; the lower ones shrink where they alone exceed the budget. */
function shareOut(roots: Float64Array, lows: Float64Array, high: number, budgetPerDay: number): Float64Array {
  const floors = lows.reduce((sum, low) => sum + low, 0)
  if (floors >= budgetPerDay) return lows.map((low) => (low * budgetPerDay) / floors)
  let [from, to] = [-30, 30]
  for (let step = 0; step < halvings; step++) {
    const middle = (from + to) / 2
    if (totalAt(roots, lows, high, Math.exp(middle)) < budgetPerDay) from = middle
    else to = middle
  }
  const multiplier = Math.exp(to)
  return roots.map((root, index) => (root === 0 ? 0 : clamp(multiplier * root, lows[index] ?? 0, high)))
}

/** In a plain loop: it runs 32 times for each budget. */
function totalAt(roots: Float64Array, lows: Float64Array, high: number, multiplier: number): number {
  let total = 0
  for (let index = 0; index < roots.length; index++) {
    const root = roots[index] ?? 0
    if (root === 0) continue
    const [low, polls] = [lows[index] ?? 0, multiplier * root]
    if (polls <= low) total += low
    else total += polls < high ? polls : high
  }
  return total
}
