/** Shares the budget out among sources under the chosen policy, within the bounds of each. */
import { allocateBySquareRoot } from './square-root.ts'
import { allocateUniformly } from './uniform.ts'
import { clamp } from '#lib/policy/basics/numeric.ts'
import { pollBounds, stalenessFloor } from '#lib/policy/schedule/floors.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { PlanningRun, SourcePlan } from '#lib/policy/facts/types.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'

/** The facts of a source that decide how many polls it gets. */
export type GrantClaim = Pick<SourcePlan, 'weight' | 'ratePerDay' | 'windowSize'>

/** The two numbers from which every source's polls follow. */
export type Shares = Pick<PlanningRun, 'multiplier' | 'floorScale'>

/**
 * Finds the numbers that spend the budget. When the lower bounds alone exceed it, they are all shrunk by the same factor,
 * `floorScale`, and nothing else is given. O(n).
 * @throws RangeError for settings without meaning
 */
export function shareBudget(claims: readonly GrantClaim[], settings: PolicySettings): Shares {
  checkSettings(settings)
  const active = claims.filter(({ weight }) => weight > 0)
  if (settings.policy === 'mavsync') return { multiplier: 0, floorScale: 1 }
  if (settings.policy === 'uniform') {
    return { multiplier: allocateUniformly(active.length, settings.budgetPerDay), floorScale: 1 }
  }
  const demands = active.map(({ weight, ratePerDay, windowSize = null }) => {
    return { weight, ratePerDay, ...pollBounds({ weight, ratePerDay, windowSize }, settings) }
  })
  const floors = demands.reduce((total, { low }) => total + low, 0)
  if (floors > settings.budgetPerDay) return { multiplier: 0, floorScale: settings.budgetPerDay / floors }
  return { multiplier: allocateBySquareRoot(demands, settings.budgetPerDay).multiplier, floorScale: 1 }
}

/** Polls a day of one source. Under 'mavsync', which knows no budget, what its interval amounts to: about one per posting. */
export function grantedPolls(
  claim: GrantClaim,
  settings: PolicySettings,
  { multiplier, floorScale }: Shares,
): number {
  const { weight, ratePerDay, windowSize = null } = claim
  if (weight === 0) return 0
  const { low, high } = pollBounds({ weight, ratePerDay, windowSize }, settings)
  switch (settings.policy) {
    case 'mavsync':
      return clamp(ratePerDay, Math.min(high, stalenessFloor(settings.maxStalenessMs)), high)
    case 'uniform':
      return Math.min(multiplier, high)
    case 'price':
    case 'minimum-delay':
      return clamp(multiplier * Math.sqrt(weight * ratePerDay), low * floorScale, high)
    default:
      return settings.policy satisfies never
  }
}

function checkSettings({ budgetPerDay, maxStalenessMs, minIntervalMs }: PolicySettings): void {
  if (!(budgetPerDay >= 0)) throw new RangeError(`budgetPerDay must be at least 0, got ${budgetPerDay}`)
  if (!(minIntervalMs > 0)) throw new RangeError(`minIntervalMs must be positive, got ${minIntervalMs}`)
  if (!(maxStalenessMs >= minIntervalMs && maxStalenessMs < 1000 * DAY_MS)) {
    throw new RangeError(`maxStalenessMs must lie between minIntervalMs and 1000 days, got ${maxStalenessMs}`)
  }
}
