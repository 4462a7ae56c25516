/**
 * CGM03 (Cho & Garcia-Molina 2003; policies of a crawler): splits a budget so that copies are fresh for most of the time, or least old on
 * average, when sources change by Poisson processes and are polled at equal gaps. r = rate / polls, the changes expected in a gap.
 */
import { bisectLog, clamp, sumOf } from '../numeric.ts'
import type { SourceDemand } from './square-root.ts'

/** Below this r the closed forms cancel; their series are exact there to 1e-10. */
const smallGap = 1e-3

/** Share of time a copy is fresh: (1 − e^−r) / r. */
export function freshness(rate: number, polls: number): number {
  const r = rate / polls
  return r === 0 ? 1 : -Math.expm1(-r) / r
}

/** Mean age of a copy, in the unit of time of the rate: 1/(2f) − 1/λ + f·(1 − e^−r)/λ². */
export function age(rate: number, polls: number): number {
  if (rate === 0) return 0
  const r = rate / polls
  if (r < smallGap) return (r * r) / (6 * rate) - (r * r * r) / (24 * rate)
  return (r / 2 - 1 - Math.expm1(-r) / r) / rate
}

/** Gain in freshness of a further poll: (1 − e^−r·(1 + r)) / λ. Finite at f → 0: 1/λ. */
export function freshnessGain(rate: number, polls: number): number {
  const r = rate / polls
  return (r < smallGap ? r ** 2 / 2 - r ** 3 / 3 : 1 - Math.exp(-r) * (1 + r)) / rate
}

/** Age saved by a further poll: (r²/2 − 1 + e^−r·(1 + r)) / λ². Infinite at f → 0: no source starves. */
export function ageGain(rate: number, polls: number): number {
  const r = rate / polls
  return (r < smallGap ? r ** 3 / 3 - r ** 4 / 8 : r ** 2 / 2 - 1 + Math.exp(-r) * (1 + r)) / rate ** 2
}

type Demand = Pick<SourceDemand, 'weight' | 'ratePerDay'>
type Gain = (rate: number, polls: number) => number

/** Polls a day with the greatest weighted freshness. Sources that change too fast for the budget get none at all. */
export function allocateByFreshness(demands: readonly Demand[], budgetPerDay: number): number[] {
  return allocateByGain(demands, budgetPerDay, freshnessGain, (rate) => 1 / rate)
}

/** Polls a day with the least weighted age: nearly even among fast sources, with the cube root of the rate among slow ones. */
export function allocateByAge(demands: readonly Demand[], budgetPerDay: number): number[] {
  return allocateByGain(demands, budgetPerDay, ageGain, () => Infinity)
}

/**
 * Lagrange: every source with polls gains alike from one more, w·g(λ, f) = μ; sources whose first poll gains less get none. Bisects ln f
 * within ln μ. A rate or weight of 0: no polls. Sources with equal rates and weights are solved once. O(distinct · 60²).
 * @throws RangeError when the budget or a claim is not one
 */
function allocateByGain(
  demands: readonly Demand[],
  budgetPerDay: number,
  gain: Gain,
  firstGain: (rate: number) => number,
): number[] {
  const classes = classesOf(demands)
  if (!(budgetPerDay >= 0)) throw new RangeError(`budgetPerDay must be at least 0, got ${budgetPerDay}`)
  if (classes.length === 0 || budgetPerDay === 0) return demands.map(() => 0)
  const pollsAt = ({ weight, ratePerDay }: Demand, price: number): number =>
    weight * firstGain(ratePerDay) <= price
      ? 0
      : bisectLog((polls) => price - weight * gain(ratePerDay, polls), 1e-6 * ratePerDay, 1e9)
  const spent = (price: number): number =>
    sumOf(classes.map((group) => group.members.length * pollsAt(group, price)))
  const price = bisectLog((candidate) => budgetPerDay - spent(candidate), 1e-24, 1e24)
  // Far below a poll per change freshness gains alike from any poll: at one price polls jump. The jump is taken in part.
  const lower = price * (1 - 1e-12)
  const [least, most] = [spent(price), spent(lower)]
  const part = most > least ? clamp((budgetPerDay - least) / (most - least), 0, 1) : 0
  const polls: number[] = demands.map(() => 0)
  for (const group of classes) {
    const granted = (1 - part) * pollsAt(group, price) + part * pollsAt(group, lower)
    for (const member of group.members) polls[member] = granted
  }
  return polls
}

function classesOf(demands: readonly Demand[]): (Demand & { readonly members: number[] })[] {
  const classes = new Map<string, Demand & { readonly members: number[] }>()
  demands.forEach(({ weight, ratePerDay }, index) => {
    if (!(weight >= 0 && ratePerDay >= 0 && weight * ratePerDay < Infinity)) {
      throw new RangeError(`a demand needs finite weight, rate >= 0, got ${weight}, ${ratePerDay}`)
    }
    if (weight * ratePerDay === 0) return
    const key = `${weight} ${ratePerDay}`
    const known = classes.get(key)
    if (known === undefined) classes.set(key, { weight, ratePerDay, members: [index] })
    else known.members.push(index)
  })
  return [...classes.values()]
}
