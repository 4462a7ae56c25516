/** The policies that share a budget out at every planning: the four strategies of SC, CGM03 and minimum missing, as published. */
import { allocateByAge } from './cgm-age.ts'
import { allocateByFreshness } from './cgm-freshness.ts'
import { allocateByHarvest } from './minimum-missing.ts'
import { allocateBySquareRoot } from '#lib/policy/allocate/square-root.ts'
import { allocateUniformly } from '#lib/policy/allocate/uniform.ts'
import { learningWindowDays } from '#lib/policy/estimate/rate.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { MethodName } from '#lib/policy/basics/settings.ts'
import { usualWindowSize } from '#lib/policy/schedule/floors.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

/** SC starve slow sources without it: their greatest delay is just below a week. */
const leastPollsPerDay = 1 / 7

/** Postings of the 14 days that end at a source's last poll (SC 4.2, naive: all that were retrieved count, none is made up). */
export function recentPostings({ postingTimes, knownUntil }: SourceHistory, now: number): number {
  const until = Math.min(now, knownUntil ?? now)
  const since = until - learningWindowDays * DAY_MS
  return postingTimes.reduce((count, at) => (at > since && at <= until ? count + 1 : count), 0)
}

type Shares = (
  histories: readonly SourceHistory[],
  rates: readonly number[],
  budgetPerDay: number,
) => number[]

/**
 * Polls a day of each source, in real numbers, under a policy that shares a budget out; null for an interval policy. Sources of weight 0,
 * which are never polled, get none of it. While no source posts there is nothing to go by: all get the same.
 * @param rates postings a day
 */
export function sharesOfBudget(
  policy: MethodName,
  histories: readonly SourceHistory[],
  rates: readonly number[],
  budgetPerDay: number,
): number[] | null {
  const shares = sharesByMethod[policy]
  if (shares === undefined) return null
  const wanted = histories.flatMap(({ weight }, index) => (weight === 0 ? [] : [index]))
  const claims = wanted.flatMap((index) => histories[index] ?? [])
  const claimed = wanted.map((index) => rates[index] ?? 0)
  const isQuiet = claimed.every((rate) => rate === 0)
  const granted = (isQuiet ? evenShares : shares)(claims, claimed, budgetPerDay)
  const polls: number[] = histories.map(() => 0)
  wanted.forEach((index, position) => (polls[index] = granted[position] ?? 0))
  return polls
}

const sharesByMethod: Partial<Record<MethodName, Shares>> = {
  uniform: evenShares,
  'retrieval-only': evenShares,
  'allocation-only': squareRootShares,
  combined: squareRootShares,
  'cgm-age': (histories, rates, budgetPerDay) => withFloorForSilent(histories, rates, budgetPerDay),
  'cgm-freshness': (histories, rates, budgetPerDay) =>
    allocateByFreshness(demandsOf(histories, rates), budgetPerDay),
  'minimum-missing': (histories, rates, budgetPerDay) =>
    allocateByHarvest(
      histories.map(({ windowSize }, index) => ({
        postings: (rates[index] ?? 0) * learningWindowDays,
        windowSize: windowSize ?? usualWindowSize,
      })),
      Math.round(budgetPerDay * learningWindowDays),
    ).map((polls) => polls / learningWindowDays),
}

function demandsOf(histories: readonly SourceHistory[], rates: readonly number[]) {
  return histories.map(({ weight }, index) => ({ weight, ratePerDay: rates[index] ?? 0 }))
}

function evenShares(
  histories: readonly SourceHistory[],
  _rates: readonly number[],
  budgetPerDay: number,
): number[] {
  const share = allocateUniformly(histories.length, budgetPerDay)
  return histories.map(() => share)
}

function squareRootShares(
  histories: readonly SourceHistory[],
  rates: readonly number[],
  budgetPerDay: number,
): number[] {
  const low = Math.min(leastPollsPerDay, allocateUniformly(histories.length, budgetPerDay))
  const demands = demandsOf(histories, rates).map((demand) => ({ ...demand, low, high: Infinity }))
  return [...allocateBySquareRoot(demands, budgetPerDay).pollsPerDay]
}

/** Age-optimal shares; sources silent for 14 days get the floor off the top. */
function withFloorForSilent(
  histories: readonly SourceHistory[],
  rates: readonly number[],
  budgetPerDay: number,
): number[] {
  const floor = Math.min(leastPollsPerDay, allocateUniformly(histories.length, budgetPerDay))
  const silent = rates.filter((rate) => rate === 0).length
  const shares = allocateByAge(demandsOf(histories, rates), budgetPerDay - silent * floor)
  return shares.map((share, index) => ((rates[index] ?? 0) === 0 ? floor : share))
}
