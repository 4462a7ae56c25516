/** Equal spacing: one poll whenever the credit, growing by `pollsPerDay`, reaches a whole number. */
import { DAY_MS } from '#lib/policy/basics/time.ts'

type EvenPlan = { readonly madeAt: number; readonly carry: number; readonly pollsPerDay: number }

/**
 * Instants in (after, until] of equally spaced polls: madeAt + (j − carry) / pollsPerDay days for j = 1, 2, … The carried fraction
 * shifts the first, so that remaking the plan at any instant moves no poll. None when pollsPerDay is 0.
 */
export function equallySpaced(plan: EvenPlan, after: number, until: number): number[] {
  if (plan.pollsPerDay <= 0) return []
  const instants: number[] = []
  for (let at = nextEquallySpaced(plan, after); at <= until; at = nextEquallySpaced(plan, at))
    instants.push(at)
  return instants
}

/** The first of those instants after another, in constant time. `pollsPerDay` must be positive. */
export function nextEquallySpaced(plan: EvenPlan, after: number): number {
  // Whole ms: a poll at an instant that was rounded down would find the same instant still ahead of it.
  const instantOf = (poll: number): number =>
    Math.ceil(plan.madeAt + ((poll - plan.carry) / plan.pollsPerDay) * DAY_MS)
  const from = Math.max(after, plan.madeAt)
  const elapsedPolls = ((from - plan.madeAt) / DAY_MS) * plan.pollsPerDay + plan.carry
  let poll = Math.max(1, Math.floor(elapsedPolls))
  while (instantOf(poll) <= from) poll++
  return instantOf(poll)
}
