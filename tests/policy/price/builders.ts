import { firstPopulation, type PopulationSettings, startLearning } from '#lib/policy/learning/population.ts'
import { emptyMemory } from '#lib/policy/learning/memory.ts'
import { type Counts, hourOfWeek, hoursOfWeek, slotOfDay, slotsOfDay } from '#lib/policy/learning/week.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import { sureMemory } from '#tests/support/data/known-rates.ts'
import { monday } from '../builders.ts'
import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'

/** A population that has learnt nothing, at a price, with a budget to spend. */
export function populationAt(price: number, changes: Partial<Population> = {}): Population {
  const first = firstPopulation(monday)
  return { ...first, price, ledger: { ...first.ledger, budgetPerDay: 100 }, ...changes }
}

/** Counts of postings at given times, none faded, of a source that was looked at for eight whole weeks, or for so long in each hour. */
export function countsOf(times: readonly number[], seenOf: (hour: number) => number = () => 8): Counts {
  const counts = {
    hours: new Float32Array(hoursOfWeek),
    slots: new Float32Array(slotsOfDay),
    seen: Float32Array.from({ length: hoursOfWeek }, (_, hour) => seenOf(hour)),
  }
  for (const time of times) {
    const hour = hourOfWeek(time)
    const slot = slotOfDay(time)
    counts.hours[hour] = (counts.hours[hour] ?? 0) + 1
    counts.slots[slot] = (counts.slots[slot] ?? 0) + 1
  }
  return counts
}

/** So many times, Poisson in number of the hour, at random over the hours of the week that `isBusy` names, within `weeks` weeks from Monday on. */
export function drawTimes(
  count: number,
  isBusy: (hour: number, day: number) => boolean,
  random: () => number,
  weeks = 8,
): number[] {
  const busy = Array.from({ length: hoursOfWeek }, (_, hour) => hour).filter((hour) =>
    isBusy(hour % 24, Math.floor(hour / 24)),
  )
  return Array.from({ length: count }, () => {
    const hour = busy[Math.floor(random() * busy.length)] ?? 0
    return Math.floor(monday + Math.floor(random() * weeks) * 7 * DAY_MS + (hour + random()) * HOUR_MS)
  }).sort((one, other) => one - other)
}

/** A source known to post so often, at the hours of the day that have a share above 0, or evenly. */
export function knownSource(
  ratePerDay: number,
  shareOfHour: (hour: number) => number = () => 1,
): PriceMemory {
  const shares = Float64Array.from({ length: hoursOfWeek }, (_, hour) => shareOfHour(hour % 24))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return sureMemory({ ratePerDay, week: shares.map((share) => share / total) })
}

/** A source that was first heard of at the reference instant. */
export const unknownSource = emptyMemory(monday)

/** Gaps that are Exp(1): times between the postings of a Poisson source, counted in expected postings. */
export function exponential(random: () => number): number {
  return -Math.log(1 - random())
}

/** A source that is to be polled. */
export type Member = { readonly memory: PriceMemory; readonly weight: number; readonly polledAt: number }

/** Learns from the memories of all sources at once, where none was polled since `before`. */
export function learnPopulation(
  members: readonly Member[],
  settings: PopulationSettings,
  now: number,
  before: Population,
): Population {
  const learner = startLearning(members.length, now, before)
  const digested = members.map(({ weight, polledAt, memory }) => ({
    weight,
    polledAt,
    digest: learner.add(memory, null),
  }))
  return learner.finish(digested, settings, 0)
}
