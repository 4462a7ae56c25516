/** Decisions of the price policy in words. Hours are UTC. */
import { backupFactor } from '../schedule/push-backup.ts'
import { HOUR_MS, clockText, durationText, hourOf, roundedText } from '../time.ts'
import type { SourcePlan } from '../types.ts'
import type { PriceMemory } from './memory.ts'
import type { PollAnswer } from './next-poll.ts'
import { hourOfWeek, hoursOfWeek } from './week.ts'

/** Hours before a poll whose postings it waits for. */
const hoursBefore = 3
/** Made once: to make one takes longer than the decision. */
const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** "At 09:10 UTC: 3.1 posting-hours expected to wait, price 3.1; 62 % of a Monday's postings come from 6 to 9 h." */
export function priceReason(
  plan: SourcePlan,
  memory: PriceMemory,
  answer: PollAnswer,
  now: number,
  pushShare = 0,
): string {
  const time = clockText(answer.at, now)
  const waiting = `${roundedText(answer.pending * 24)} posting-hours expected to wait`
  switch (answer.bound) {
    case 'interval':
      return `At ${time}: ${durationText(plan.minIntervalMs)} between polls at least.`
    case 'staleness':
      return `At ${time}: no source waits longer than ${durationText(plan.maxStalenessMs)}; ${waiting}.`
    case 'window':
      return `At ${time}: later, postings might be gone from the document before they are seen; ${waiting}.`
    case 'price': {
      const price = ((plan.population?.price ?? 0) / plan.weight) * backupFactor(pushShare) ** 2
      const grounds = `${waiting}, price ${roundedText(price * 24)}`
      const hub =
        pushShare > 0 ? `; its hub delivers ${Math.floor(100 * pushShare)}\u00a0% of the postings` : ''
      return `At ${time}: ${grounds}${hub}; ${placeOf(memory, answer.at)}.`
    }
    default:
      return answer.bound satisfies never
  }
}

function placeOf({ pattern: { hours } }: PriceMemory, at: number): string {
  const last = hourOfWeek(at)
  const day = Math.floor(last / 24)
  const sumOver = (from: number, count: number): number => {
    let sum = 0
    for (let hour = 0; hour < count; hour++) sum += hours[(from + hour + hoursOfWeek) % hoursOfWeek] ?? 0
    return sum
  }
  const share = sumOver(last - hoursBefore, hoursBefore) / sumOver(day * 24, 24)
  const from = hourOf(at - hoursBefore * HOUR_MS)
  return `${Math.round(100 * share)}\u00a0% of a ${weekdays.format(at)}’s postings come in the ${hoursBefore}\u00a0h from ${from}\u00a0h on`
}
