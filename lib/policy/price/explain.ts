/** Reasons of the price policy's decisions. */
import { figure, isoInstant, secondsOf, shareOf, type Reason } from '#lib/policy/basics/reason.ts'
import { backupFactor } from '#lib/policy/schedule/push-backup.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { readersCome } from '#lib/policy/learning/presence.ts'
import { hourOfWeek, hoursOfWeek } from '#lib/policy/learning/week.ts'
import type { PollAnswer } from './poll-question.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

/** The hours of a source are told from so many articles on, and once its feed was looked at for so long: before, they are mostly those of other sources. */
const leastArticles = 20
const leastSeenHours = 14 * 24

/** Hours before a poll whose postings it waits for. */
const hoursBefore = 3
const hoursOfDay = 24

/** Why a poll is worth its price then, or which bound comes before; prices and what waits in posting-hours. */
export function priceReason(
  plan: SourcePlan,
  memory: PriceMemory,
  answer: PollAnswer,
  pushShare: number,
): Reason {
  const pollAt = isoInstant(answer.at)
  const waiting = figure(answer.pending * hoursOfDay)
  switch (answer.bound) {
    case 'interval':
      return { code: 'leastInterval', values: { pollAt, leastSeconds: secondsOf(plan.minIntervalMs) } }
    case 'staleness':
      return {
        code: 'priceStaleness',
        values: { pollAt, mostSeconds: secondsOf(plan.maxStalenessMs), waiting },
      }
    case 'window':
      return { code: 'priceWindow', values: { pollAt, waiting } }
    case 'price': {
      const price = ((plan.population?.price ?? 0) / plan.weight) * backupFactor(pushShare) ** 2
      const values = { pollAt, waiting, price: figure(price * hoursOfDay), ...placeOf(memory, answer.at) }
      const comeAt = readersCome(plan.presence, answer.at, HOUR_MS)
      if (pushShare === 0 && comeAt !== null)
        return { code: 'priceForReaders', values: { ...values, readersHour: isoInstant(comeAt) } }
      return pushShare > 0
        ? { code: 'priceBesideHub', values: { ...values, hubShare: shareOf(pushShare) } }
        : { code: 'price', values }
    }
    default:
      return answer.bound satisfies never
  }
}

/** The hours before the poll, and which part of their UTC day's postings comes in them, where that is known. */
function placeOf({ pattern: { hours }, counts: { seen }, postings }: PriceMemory, at: number) {
  const last = hourOfWeek(at)
  const day = Math.floor(last / hoursOfDay)
  const sumOver = (from: number, count: number): number => {
    let sum = 0
    for (let hour = 0; hour < count; hour++) sum += hours[(from + hour + hoursOfWeek) % hoursOfWeek] ?? 0
    return sum
  }
  const ofDay = sumOver(day * hoursOfDay, hoursOfDay)
  // Of a day without postings all hours are alike.
  const share = ofDay > 0 ? sumOver(last - hoursBefore, hoursBefore) / ofDay : hoursBefore / hoursOfDay
  const until = Math.floor(at / HOUR_MS) * HOUR_MS
  const isKnown = postings >= leastArticles && seen.reduce((sum, each) => sum + each, 0) >= leastSeenHours
  return {
    hoursShare: isKnown ? figure(share) : null,
    fromHour: isoInstant(until - hoursBefore * HOUR_MS),
    untilHour: isoInstant(until),
  }
}
