/** From histories to plans: estimate rates and patterns, share out the budget, predict the delay. */
import { clusterPatterns, nearestPattern } from '#lib/policy/estimate/clusters.ts'
import {
  hourCounts,
  leastPostingsForPattern,
  neverZero,
  populationPattern,
  sharesOf,
  shrunkPattern,
  type Pattern,
} from '#lib/policy/estimate/hourly-profile.ts'
import { evidenceOf, fitRatePrior, shrunkRate } from '#lib/policy/estimate/rate.ts'
import { grantedPolls, shareBudget } from '#lib/policy/allocate/grant.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { predictDelayMs } from '#lib/policy/schedule/predict-delay.ts'
import { phaseOf } from '#lib/policy/basics/random.ts'
import { keepableStaleness } from '#lib/policy/schedule/floors.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { policyVersion } from '#lib/policy/basics/version.ts'
import type { PlanningRun, SourcePlan } from '#lib/policy/facts/types.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

/**
 * Plans all sources together. The polls granted sum to the budget whenever the bounds of the sources allow it; when their lower
 * bounds alone exceed it, all are shrunk by `run.floorScale`; when their upper bounds fall short of it, the rest is unspent.
 * Sources of weight 0 get no polls. Linear in the number of sources; 100,000 take about a second.
 * @throws RangeError for settings or weights without meaning
 */
export function planAll(
  histories: readonly SourceHistory[],
  settings: PolicySettings,
  now: number,
): { run: PlanningRun; plans: SourcePlan[] } {
  const evidence = histories.map((history) => evidenceOf(history, now))
  const prior = fitRatePrior(evidence)
  const counts = histories.map(({ postingTimes }) => hourCounts(postingTimes))
  const patterned = counts.filter((hours) => sumOf(hours) >= leastPostingsForPattern)
  const claims = histories.map(({ sourceId, weight, windowSize }, index) => {
    if (!(weight >= 0 && weight < Infinity)) throw new RangeError(`source ${sourceId} has weight ${weight}`)
    return { weight, windowSize, ratePerDay: shrunkRate(evidence[index] ?? { postings: 0, days: 0 }, prior) }
  })
  const population = populationPattern(counts)
  const run: PlanningRun = {
    madeAt: now,
    policyVersion,
    settings,
    ...shareBudget(claims, settings),
    prior,
    populationPattern: population,
    clusterPatterns: clusterPatterns(patterned.map(sharesOf)).map((centre) => neverZero(centre, population)),
  }
  return { run, plans: histories.map((history) => planOne(history, run, now)) }
}

/**
 * Plans one source by what a planning run learnt of all: a source that was added or whose weight changed since. `now` is never before
 * the run. Until the next run the budget is missed by what such sources get more or less.
 */
export function planOne(history: SourceHistory, run: PlanningRun, now: number): SourcePlan {
  const { sourceId, weight, windowSize } = history
  const { settings } = run
  const ratePerDay = shrunkRate(evidenceOf(history, now), run.prior)
  const pollsPerDay = grantedPolls({ weight, ratePerDay, windowSize }, settings, run)
  const pattern = patternOf(history, run)
  return {
    sourceId,
    madeAt: now,
    policy: settings.policy,
    policyVersion: run.policyVersion,
    weight,
    ratePerDay,
    pollsPerDay,
    pattern,
    // The first credits of all sources are spread evenly, else all slow sources would be polled on the same day.
    carry: history.carry ?? phaseOf(sourceId, 1),
    predictedDelayMs:
      settings.policy === 'minimum-delay' ? predictDelayMs(pattern, pollsPerDay) : evenDelayMs(pollsPerDay),
    minIntervalMs: settings.minIntervalMs,
    maxStalenessMs: keepableStaleness(pollsPerDay, settings.maxStalenessMs),
    windowSize,
  }
}

/** Mean delay under equal gaps: half a gap. */
function evenDelayMs(pollsPerDay: number): number {
  return pollsPerDay > 0 ? DAY_MS / (2 * pollsPerDay) : predictDelayMs([], 0)
}

/** The source's own pattern, pulled to the cluster it belongs to, or to all sources where its postings are too few to tell. */
function patternOf({ postingTimes }: SourceHistory, run: PlanningRun): Pattern {
  const counts = hourCounts(postingTimes)
  if (sumOf(counts) < leastPostingsForPattern) return shrunkPattern(counts, run.populationPattern)
  return shrunkPattern(counts, nearestPattern(sharesOf(counts), run.clusterPatterns) ?? run.populationPattern)
}
