/** Equal spacing: one poll whenever the credit, growing by `pollsPerDay`, reaches a whole number. */
import { DAY_MS } from '../time.ts'

/**
 * Instants in (after, until] of equally spaced polls: madeAt + (j − carry) / pollsPerDay days for j = 1, 2, … The carried fraction
 * shifts the first, so that remaking the plan at any instant moves no poll. None when pollsPerDay is 0.
 */
export function equallySpaced(
  plan: { readonly madeAt: number; readonly carry: number; readonly pollsPerDay: number },
  after: number,
  until: number,
): number[] {
  if (plan.pollsPerDay <= 0) return []
  // Whole ms: a poll at an instant that was rounded down would find the same instant still ahead of it.
  const instantOf = (poll: number): number =>
    Math.ceil(plan.madeAt + ((poll - plan.carry) / plan.pollsPerDay) * DAY_MS)
  const from = Math.max(after, plan.madeAt)
  const elapsedPolls = ((from - plan.madeAt) / DAY_MS) * plan.pollsPerDay + plan.carry
  const instants: number[] = []
  for (let poll = Math.max(1, Math.floor(elapsedPolls)); instantOf(poll) <= until; poll++) {
    if (instantOf(poll) > from) instants.push(instantOf(poll))
  }
  return instants
}
