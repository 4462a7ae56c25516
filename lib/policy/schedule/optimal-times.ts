import { integralsAt, type PostingRate } from './posting-rate.ts'

/** The cost of a path along the grid, and where it came from: one array per further poll. */
type Layer = { readonly cost: Float64Array; readonly from: Int32Array }
type CostBetween = (a: number, b: number) => number

/** SC 3.2: a 30-minute grid suffices. */
export const slotsPerDay = 48

/**
 * The best times for `count` polls a period when the rate repeats each period (SC Theorem 3), exact on a grid of `slots` times that
 * begins at `offset`: the cyclic schedule with the least expected total delay.
 *
 * Dynamic programming over (polls so far, slot). The cost of a gap satisfies the Monge inequality, hence some optimal schedule has
 * exactly one poll in each gap of the best schedule through slot 0. So we solve for slot 0, then try the slots of that schedule's
 * shortest gap as start, each further poll staying within its own gap. O(slots² · count), about 30 µs for 24 polls.
 *
 * @returns ascending times within [0, period)
 * @throws RangeError when count is not a whole number from 1 to slots
 */
export function optimalTimes(rate: PostingRate, count: number, slots = slotsPerDay, offset = 0): number[] {
  if (!Number.isInteger(count) || count < 1 || count > slots) {
    throw new RangeError(`count must be a whole number from 1 to ${slots}, got ${count}`)
  }
  const between = gridCosts(rate, slots, offset)
  const throughZero = pathThroughZero(between, count, slots)
  return bestInterlaced(between, throughZero, slots)
    .map((slot) => (offset + (slot * rate.period) / slots) % rate.period)
    .sort((one, other) => one - other)
}

/** Delay between any two slots of two periods, from tabulated integrals: constant time each. */
function gridCosts(rate: PostingRate, slots: number, offset: number): CostBetween {
  const size = 2 * slots + 1
  const time = new Float64Array(size)
  const postings = new Float64Array(size)
  const moment = new Float64Array(size)
  for (let slot = 0; slot < size; slot++) {
    time[slot] = offset + (slot * rate.period) / slots
    const integrals = integralsAt(rate, time[slot] ?? 0)
    postings[slot] = integrals.postings
    moment[slot] = integrals.moment
  }
  return (a, b) => {
    const postingsAt = postings[a] ?? 0
    const momentAt = moment[a] ?? 0
    return (time[b] ?? 0) * ((postings[b] ?? 0) - postingsAt) - ((moment[b] ?? 0) - momentAt)
  }
}

/** The best schedule of `count` polls that has one at slot 0. */
function pathThroughZero(between: CostBetween, count: number, slots: number): number[] {
  const ranges = Array.from({ length: count - 1 }, (_, index) => ({
    low: index + 1,
    high: slots - count + index + 1,
  }))
  return bestPath(between, 0, ranges, slots).slots
}

function bestInterlaced(between: CostBetween, known: readonly number[], slots: number): number[] {
  const count = known.length
  // Slot of the known poll with this index, counting on through further periods.
  const knownAt = (index: number): number => (known[index % count] ?? 0) + Math.floor(index / count) * slots
  let shortest = 0
  for (let gap = 1; gap < count; gap++) {
    if (knownAt(gap + 1) - knownAt(gap) < knownAt(shortest + 1) - knownAt(shortest)) shortest = gap
  }
  const base = knownAt(shortest)
  let best = { cost: Infinity, slots: [...known] }
  for (let start = base; start <= knownAt(shortest + 1); start++) {
    const ranges = Array.from({ length: count - 1 }, (_, index) => ({
      low: Math.max(knownAt(shortest + 1 + index), start + 1 + index),
      high: Math.min(knownAt(shortest + 2 + index), start + slots - count + 1 + index),
    }))
    const shift = base >= slots ? slots : 0
    const found = bestPath(
      between,
      start - shift,
      ranges.map(({ low, high }) => ({ low: low - shift, high: high - shift })),
      slots,
    )
    if (found.cost < best.cost - 1e-9 * Math.abs(found.cost)) best = found
  }
  return best.slots.map((slot) => slot % slots)
}

/** The cheapest way from `start` to `start + slots` with one stop in each range, and what it costs. */
function bestPath(
  between: CostBetween,
  start: number,
  ranges: readonly { low: number; high: number }[],
  slots: number,
): { cost: number; slots: number[] } {
  const layers: Layer[] = []
  let before: { low: number; cost: Float64Array } = { low: start, cost: Float64Array.of(0) }
  for (const { low, high } of ranges) {
    const layer = nextLayer(between, before, low, Math.max(0, high - low + 1))
    layers.push(layer)
    before = { low, cost: layer.cost }
  }
  const last = nextLayer(between, before, start + slots, 1)
  const path: number[] = []
  let slot = last.from[0] ?? -1
  for (let index = ranges.length - 1; index >= 0; index--) {
    path.unshift(slot)
    slot = layers[index]?.from[slot - (ranges[index]?.low ?? 0)] ?? -1
  }
  return { cost: last.cost[0] ?? Infinity, slots: [start, ...path] }
}

function nextLayer(
  between: CostBetween,
  before: { low: number; cost: Float64Array },
  low: number,
  length: number,
): Layer {
  const cost = new Float64Array(length).fill(Infinity)
  const from = new Int32Array(length).fill(-1)
  for (let index = 0; index < length; index++) {
    const slot = low + index
    const end = Math.min(before.cost.length, slot - before.low)
    for (let earlier = 0; earlier < end; earlier++) {
      const candidate = (before.cost[earlier] ?? Infinity) + between(before.low + earlier, slot)
      if (candidate < (cost[index] ?? Infinity)) {
        cost[index] = candidate
        from[index] = before.low + earlier
      }
    }
  }
  return { cost, from }
}
