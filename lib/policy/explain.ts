/** Reasons of decisions: one plain sentence with numbers. Hours are UTC. */
import { isTimed } from './methods.ts'
import { DAY_MS, HOUR_MS, clockText, durationText, hourOf, roundedText } from './time.ts'
import type { SourcePlan } from './types.ts'

/** Hours before a poll among which the one it waits for is sought. */
const hoursBefore = 3

/** "Planned 14:30 UTC: 3.1 polls a day at weight 4 and 2.4 postings a day; best time after the 13–14 h postings." */
export function plannedReason(plan: SourcePlan, at: number, now: number): string {
  const polls =
    plan.pollsPerDay >= 1
      ? `${roundedText(plan.pollsPerDay)} polls a day`
      : `one poll in ${durationText(DAY_MS / plan.pollsPerDay)}`
  const grounds = `${polls} at weight ${roundedText(plan.weight)} and ${postingsText(plan.ratePerDay)}`
  const place = isTimed(plan.policy) ? placeOf(plan, at) : 'evenly spaced'
  return `Planned ${clockText(at, now)}: ${grounds}; ${place}.`
}

/** "About 2.4 postings a day" in the form that reads best for slow sources. */
export function postingsText(ratePerDay: number): string {
  return ratePerDay >= 0.95
    ? `${roundedText(ratePerDay)} postings a day`
    : `a posting in ${durationText(DAY_MS / ratePerDay)}`
}

function placeOf(plan: SourcePlan, at: number): string {
  if (plan.pollsPerDay > 24) return 'spread by the postings of the hours'
  let [busiest, most] = [0, -1]
  for (let back = 1; back <= hoursBefore; back++) {
    const hour = hourOf(at - back * HOUR_MS)
    const share = plan.pattern[hour] ?? 0
    if (share > most) [busiest, most] = [hour, share]
  }
  return `best time after the ${busiest}–${busiest + 1}\u00a0h postings`
}
