/**
 * The poll instants of a plan. A plan earns `pollsPerDay` as time passes; a planned poll spends one. What is earned but not spent is the
 * credit: `carry` at `madeAt`, `carryAfter` later. A day gets as many polls as the credit at its end allows (rounded down), at the best
 * times for that number. So over any time, planned polls = earned polls − change of credit, however often plans are remade, at any
 * hour: nothing is doubled or lost. On the day of `madeAt` only instants after it count; earlier ones belonged to the plan before.
 */
import { isInterval, isTimed } from '#lib/policy/facts/methods.ts'
import type { Pattern } from '#lib/policy/estimate/hourly-profile.ts'
import { phaseOf } from '#lib/policy/basics/random.ts'
import { DAY_MS, HOUR_MS, dayStartOf } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { denseTimes } from './dense-times.ts'
import { equallySpaced, nextEquallySpaced } from './interval.ts'
import { optimalTimes, slotsPerDay } from './optimal-times.ts'
import { rateOfPattern } from './posting-rate.ts'

/** More polls a day than hours: the times of the density are as good as those of the grid, and cheaper. */
const mostPollsOnGrid = 24
/** Credits are sums of fractions like 1/7: seven of them are one poll, not 0.9999999999999998. */
const rounding = 1e-9

/** Times of day (ms) by number of polls, of a plan or of all members of a cluster. These are never changed, so neither are the times. */
const timesByOwner = new WeakMap<SourcePlan | Pattern, Map<number, readonly number[]>>()
/** The first day of the plan last asked for: every decision on that day asks for it again. */
let latestFirstDay: { readonly plan: SourcePlan; readonly day: FirstDay } | null = null
/** Published schedules begin this much after midnight: a poll at midnight itself would belong to the plan of the day before. */
const pastMidnightMs = 1

/** Polls planned on the UTC day that begins at `dayStart`, ascending. None before the plan was made, none under an interval policy. */
export function plannedTimes(plan: SourcePlan, dayStart: number): readonly number[] {
  if (isInterval(plan.policy) || plan.pollsPerDay <= 0) return []
  if (isEquallySpaced(plan)) return equallySpaced(plan, dayStart - 1, dayStart + DAY_MS - 1)
  const day = dayOf(plan, dayStart)
  if (day < 0) return []
  if (day === 0) return firstDay(plan).instants
  return timesOfDay(plan, pollsUntilDay(plan, day) - pollsUntilDay(plan, day - 1)).map(
    (time) => dayStart + time,
  )
}

/** The first planned poll after an instant, or null when none will come. */
export function nextPlannedTime(plan: SourcePlan, after: number): number | null {
  if (isInterval(plan.policy) || plan.pollsPerDay <= 0) return null
  if (isEquallySpaced(plan)) return nextEquallySpaced(plan, after)
  const from = Math.max(after, plan.madeAt)
  const today = firstAfter(plannedTimes(plan, dayStartOf(from)), from)
  if (today !== undefined) return today
  const dayStart = dayStartOf(plan.madeAt) + nextDayWithPolls(plan, dayOf(plan, from)) * DAY_MS
  return plannedTimes(plan, dayStart)[0] ?? null
}

/** The first of ascending instants after another, by halving. */
function firstAfter(instants: readonly number[], after: number): number | undefined {
  let low = 0
  let high = instants.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((instants[middle] ?? Infinity) > after) high = middle
    else low = middle + 1
  }
  return instants[low]
}

/** Credit of a plan at an instant: what the plan that replaces it then must be given as `carry`. */
export function carryAfter(plan: SourcePlan, now: number): number {
  const elapsedMs = Math.max(0, now - plan.madeAt)
  const earned = plan.carry + (elapsedMs / DAY_MS) * plan.pollsPerDay
  if (isInterval(plan.policy) || plan.pollsPerDay <= 0) return plan.carry
  if (isEquallySpaced(plan)) {
    const credit = earned - equallySpaced(plan, plan.madeAt, now).length
    return credit < 1 ? credit : credit % 1 // more can only come from a plan that was not equally spaced
  }
  const today = plannedTimes(plan, dayStartOf(now)).filter((instant) => instant <= now).length
  const day = dayOf(plan, now)
  const before = day > 0 ? firstDay(plan).instants.length + pollsUntilDay(plan, day - 1) : 0
  return earned - before - today
}

/**
 * Times of day (ms after midnight) at which a plan puts `count` polls. The product's grid begins at the source's own phase, so that
 * sources do not crowd; under the published policies all members of a cluster are polled at the same times (SC 4.3).
 */
export function timesOfDay(plan: SourcePlan, count: number): readonly number[] {
  const owner = plan.policy === 'minimum-delay' ? plan : plan.pattern
  const known = timesByOwner.get(owner) ?? new Map<number, readonly number[]>()
  timesByOwner.set(owner, known)
  const times = known.get(count) ?? computeTimes(plan, count)
  known.set(count, times)
  return times
}

function computeTimes(plan: SourcePlan, count: number): readonly number[] {
  if (count <= 0) return []
  const phase = plan.policy === 'minimum-delay' ? phaseOf(plan.sourceId) : null
  if (count > mostPollsOnGrid) return denseTimes(plan.pattern, count, phase ?? 0.5, DAY_MS).map(Math.floor)
  const offset = phase === null ? pastMidnightMs : Math.round((phase * DAY_MS) / slotsPerDay)
  return optimalTimes(rateOfPattern(plan.pattern, HOUR_MS), count, slotsPerDay, offset)
}

/**
 * Equal gaps for policies that choose no times, and for a staleness below a day that leaves no room to favour any hour: best times would leave
 * gaps at night that the staleness fills with polls nobody planned.
 */
function isEquallySpaced(plan: SourcePlan): boolean {
  const pollsPerStaleness = (plan.pollsPerDay * plan.maxStalenessMs) / DAY_MS
  return !isTimed(plan.policy) || (plan.maxStalenessMs < DAY_MS && pollsPerStaleness < 2)
}

function dayOf(plan: SourcePlan, at: number): number {
  return Math.round((dayStartOf(at) - dayStartOf(plan.madeAt)) / DAY_MS)
}

/** The rest of the day on which the plan was made, and the credit at its end. */
type FirstDay = { readonly instants: readonly number[]; readonly credit: number }

function firstDay(plan: SourcePlan): FirstDay {
  if (latestFirstDay?.plan !== plan) latestFirstDay = { plan, day: computeFirstDay(plan) }
  return latestFirstDay.day
}

function computeFirstDay(plan: SourcePlan): FirstDay {
  const dayStart = dayStartOf(plan.madeAt)
  const earned = plan.carry + (1 - (plan.madeAt - dayStart) / DAY_MS) * plan.pollsPerDay
  const affordable = Math.max(0, Math.floor(earned + rounding))
  if (affordable === 0) return { instants: [], credit: earned }
  // Made within a day: the times of a whole day, of which the plan before has used the earlier ones.
  const count = plan.madeAt === dayStart ? affordable : Math.max(affordable, Math.floor(plan.pollsPerDay))
  const instants = timesOfDay(plan, count)
    .map((time) => dayStart + time)
    .filter((instant) => instant > plan.madeAt)
    .slice(-affordable)
  return { instants, credit: earned - instants.length }
}

/** Polls planned from the day after the plan's first until the end of the given day (0: that first day). */
function pollsUntilDay(plan: SourcePlan, day: number): number {
  return Math.max(0, Math.floor(firstDay(plan).credit + day * plan.pollsPerDay + rounding)) * Math.min(1, day)
}

function nextDayWithPolls(plan: SourcePlan, after: number): number {
  const missing = pollsUntilDay(plan, after) + 1 - firstDay(plan).credit - rounding
  return Math.max(after + 1, Math.ceil(missing / plan.pollsPerDay))
}
