/** The promise of a source: nine of ten of its postings are found within so long, by the plan in force. */
import { backupFactor } from '#lib/policy/schedule/push-backup.ts'
import { askedPolls } from '#lib/policy/basics/bounded-polls.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'

const hoursOfDay = 24
/** Of the postings, so many are to be found in time. */
export const promisedShare = 0.9
/** Promises are rounded up to one of these: figures that a reader remembers. */
const minuteSteps = [1, 2, 3, 5, 10, 15, 20, 30, 45]
const hourSteps = [1, 1.5, 2, 3, 4, 6, 9, 12, 18, 24, 36]
const daySteps = [2, 3, 4, 5, 7, 10, 14, 21, 30]
export const promiseStepsMs: readonly number[] = [
  ...minuteSteps.map((step) => step * MINUTE_MS),
  ...hourSteps.map((step) => step * HOUR_MS),
  ...daySteps.map((step) => step * DAY_MS),
]

/** Polls follow the hours by √λ under every policy but this one, which spaces them evenly. */
const evenPolicy = 'uniform'
/** Into how many parts an interval is divided, and for how many intervals (and days, at least) polls are followed. */
const partsOfInterval = 24
const intervalsFollowed = 12
const leastDays = 3

type PlanFacts = Pick<SourcePlan, 'policy' | 'pollsPerDay' | 'pattern' | 'minIntervalMs' | 'maxStalenessMs'>

/**
 * Within how long (ms, one of `promiseStepsMs`) nine of ten postings are expected to be found; null when it is not polled, or so seldom
 * that nothing can be promised. The polls are walked through by the rule of the price policy: with postings expected at intensity λ, one
 * comes when the posting-days waiting, ∫ (t − s) λ(s) ds, reach ½ (mean √λ / polls a day)², within the plan's bounds.
 * @param pushShare of the postings, found at once because a hub brings them; its polls are rarer for it
 */
export function promiseMs(plan: PlanFacts, pushShare = 0): number | null {
  if (!(plan.pollsPerDay > 0)) return null
  if (pushShare >= promisedShare) return promiseStepsMs[0] ?? null
  const { pollsPerDay, minIntervalMs, maxStalenessMs } = plan
  // The plan tells the polls that take place; the rule needs those that are asked for.
  const asked =
    plan.policy === 'price'
      ? askedPolls(intensitiesOf(plan).map(Math.sqrt), pollsPerDay, minIntervalMs, maxStalenessMs)
      : pollsPerDay
  const polled = { ...plan, pollsPerDay: asked / backupFactor(pushShare) }
  const shares = polled.pollsPerDay > hoursOfDay ? shortShares(polled) : walkedShares(polled)
  return (
    promiseStepsMs.find((_, index) => pushShare + (1 - pushShare) * (shares[index] ?? 0) >= promisedShare) ??
    null
  )
}

/** Intensity by UTC hour, 1 being the mean. */
function intensitiesOf({ policy, pattern }: PlanFacts): number[] {
  const sum = pattern.reduce((total, share) => total + share, 0)
  const isFlat = policy === evenPolicy || sum <= 0
  return Array.from({ length: hoursOfDay }, (_, hour) =>
    isFlat ? 1 : ((pattern[hour] ?? 0) * hoursOfDay) / sum,
  )
}

function meanRootOf(intensities: readonly number[]): number {
  return intensities.reduce((sum, intensity) => sum + Math.sqrt(intensity), 0) / hoursOfDay
}

/** Shares found within each step, of intervals so short that the hour does not change within them: a delay is anything up to its interval. */
function shortShares(plan: PlanFacts): number[] {
  const intensities = intensitiesOf(plan)
  const scaleMs = (meanRootOf(intensities) / plan.pollsPerDay) * DAY_MS
  return promiseStepsMs.map((stepMs) => {
    let share = 0
    for (const intensity of intensities) {
      if (intensity <= 0) continue
      const intervalMs = Math.min(
        plan.maxStalenessMs,
        Math.max(plan.minIntervalMs, scaleMs / Math.sqrt(intensity)),
      )
      share += (intensity / hoursOfDay) * Math.min(1, stepMs / intervalMs)
    }
    return share
  })
}

/** Shares found within each step, counted while polls are walked through. */
function walkedShares(plan: PlanFacts): number[] {
  const intensities = intensitiesOf(plan)
  const evenDays = 1 / plan.pollsPerDay
  const price = 0.5 * (meanRootOf(intensities) * evenDays) ** 2
  const stepDays = Math.min(HOUR_MS / DAY_MS, evenDays / partsOfInterval)
  const steps = Math.ceil(Math.max(leastDays, intervalsFollowed * evenDays) / stepDays)
  const leastDaysApart = plan.minIntervalMs / DAY_MS
  const mostDaysApart = plan.maxStalenessMs / DAY_MS
  const found = new Float64Array(promiseStepsMs.length + 1)
  let first = 0
  let waiting = 0
  let came = 0
  let all = 0
  for (let step = 0; step < steps; step++) {
    const more = intensityAt(intensities, step * stepDays) * stepDays
    waiting += (came + more / 2) * stepDays
    came += more
    const sinceDays = (step + 1 - first) * stepDays
    const isDue = sinceDays >= mostDaysApart || (waiting >= price && sinceDays >= leastDaysApart)
    if (!isDue) continue
    for (let at = first; at <= step; at++) {
      const postings = intensityAt(intensities, at * stepDays) * stepDays
      const delayMs = (step + 0.5 - at) * stepDays * DAY_MS
      const index = promiseStepsMs.findIndex((stepMs) => delayMs <= stepMs)
      const bin = index < 0 ? promiseStepsMs.length : index
      found[bin] = (found[bin] ?? 0) + postings
      all += postings
    }
    ;[first, waiting, came] = [step + 1, 0, 0]
  }
  let sum = 0
  return promiseStepsMs.map((_, index) => (sum += found[index] ?? 0) / (all === 0 ? 1 : all))
}

function intensityAt(intensities: readonly number[], days: number): number {
  return intensities[Math.floor((days % 1) * hoursOfDay)] ?? 1
}
