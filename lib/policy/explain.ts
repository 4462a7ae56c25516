/** Reasons of planned polls, and of those that an interval policy sets. */
import { isTimed, methods } from '#lib/policy/facts/methods.ts'
import { figure, isoInstant, secondsOf, type Reason } from '#lib/policy/basics/reason.ts'
import { HOUR_MS, hourOf } from '#lib/policy/basics/time.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'

/** Hours before a poll among which the one it waits for is sought. */
const hoursBefore = 3
/** Of more polls a day than hours, none waits for one hour's postings. */
const hoursOfDay = 24

/** Why a poll of a plan takes place then: how often, by what weight and rate, and after which hour's postings. */
export function plannedReason(plan: SourcePlan, at: number): Reason {
  const values = {
    pollAt: isoInstant(at),
    pollsPerDay: figure(plan.pollsPerDay),
    weight: figure(plan.weight),
    postingsPerDay: figure(plan.ratePerDay),
  }
  if (!isTimed(plan.policy)) return { code: 'plannedEven', values }
  if (plan.pollsPerDay > hoursOfDay) return { code: 'plannedSpread', values }
  return { code: 'plannedByHour', values: { ...values, ...busiestHour(plan, at) } }
}

/** Why an interval policy looks again then. */
export function intervalReason(plan: SourcePlan, { window }: PollFacts, at: number, now: number): Reason {
  const pollAt = isoInstant(at)
  if (plan.policy !== 'mavsync') {
    const method = methods[plan.policy].title
    return { code: 'interval', values: { pollAt, method, waitSeconds: secondsOf(at - now) } }
  }
  if (window === null || window.size === 0) return { code: 'nothingToPredict', values: { pollAt } }
  const expected =
    window.size < 2 ? 0 : window.newestAt + (window.newestAt - window.oldestAt) / (window.size - 1)
  if (expected > now) return { code: 'predicted', values: { pollAt, postingCount: window.size } }
  const sinceAt = isoInstant(window.newestAt)
  return { code: 'silent', values: { pollAt, sinceAt, postingsPerDay: figure(plan.ratePerDay) } }
}

function busiestHour(plan: SourcePlan, at: number): { fromHour: string; untilHour: string } {
  let backAtMost = 1
  let most = -1
  for (let back = 1; back <= hoursBefore; back++) {
    const share = plan.pattern[hourOf(at - back * HOUR_MS)] ?? 0
    if (share > most) [backAtMost, most] = [back, share]
  }
  const from = Math.floor(at / HOUR_MS - backAtMost) * HOUR_MS
  return { fromHour: isoInstant(from), untilHour: isoInstant(from + HOUR_MS) }
}
