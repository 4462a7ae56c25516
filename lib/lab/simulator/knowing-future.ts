/** The bound that no policy can beat, even one that knew each posting before it came. */
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { LabWorld } from './world.ts'

/** A source's postings that count, as days from the takeover, ascending, and how much a day of delay of one counts. */
type Postings = { readonly weight: number; readonly times: Float64Array }

/** Prices tried per budget, at most: of drawn sources 9 to 19 are. Fewer would leave a bound, too, but a lower one. */
const pricesTried = 60

/**
 * The weighted mean delay below which no policy can come with so many polls a day, for each of the budgets: known were all postings, and
 * polls at the very instants of postings. Of one source, n polls that are best placed split its postings into n runs, each found at its
 * last posting, and a rest that waits for the end of the span; that is shortest paths with Monge costs, so each poll saves less than the
 * one before, and a price c per poll shares polls out: L(c) = Σ over sources of min (weighted delay + c · polls), solved exactly in O(postings) by
 * a convex hull of lines. For every c, L(c) − c · polls is at most the delay of any schedule with so many polls; the greatest of them is
 * given. Bounds of a server (least interval, hosts, windows) only make it worse for policies: it stays a bound. With a poll for each
 * instant at which a posting came it is what was late before it could be found at all. Null without postings. O(budgets · postings).
 */
export function knowingFutureMs(world: LabWorld, budgetsPerDay: readonly number[]): (number | null)[] {
  const days = (world.endAt - world.takeoverAt) / DAY_MS
  let weights = 0
  let lateMs = 0
  let most = 0
  const sources = world.sources.map((source): Postings => {
    const { weight, times, isCounted, lagMs } = source
    const counted = [...times.keys()].filter(
      (index) => isCounted[index] === 1 && (times[index] ?? 0) >= world.takeoverAt,
    )
    weights += weight * counted.length
    for (const index of counted) lateMs += weight * (lagMs[index] ?? 0)
    const waits = Float64Array.from(counted, (index) => ((times[index] ?? 0) - world.takeoverAt) / DAY_MS)
    most += weight * waits.reduce((sum, at) => sum + days - at, 0)
    return { weight, times: waits }
  })
  if (weights === 0) return budgetsPerDay.map(() => null)
  return budgetsPerDay.map((perDay) => {
    // What rounding leaves of differences of days may be less than nothing.
    const delayDays = Math.max(0, leastDelay(sources, days, { polls: perDay * days, most }))
    return (delayDays * DAY_MS + lateMs) / weights
  })
}

type Answer = { readonly cost: number; readonly polls: number }

/**
 * The greatest of the bounds that prices give, in days of weighted delay. They are concave in the price and made of straight pieces: the next
 * price tried is where the pieces at the two known ends meet, and where nothing is below that, it is the greatest.
 * @param most with no poll at all; at twice that price none is worth it
 */
function leastDelay(
  sources: readonly Postings[],
  endDays: number,
  { polls, most }: { readonly polls: number; readonly most: number },
): number {
  const delayOf = ({ cost, polls: wanted }: Answer, price: number) => cost - price * wanted
  const at = (price: number): Answer => {
    let cost = 0
    let wanted = 0
    for (const source of sources) {
      const answer = cheapest(source, endDays, price)
      cost += answer.cost
      wanted += answer.polls
    }
    return { cost, polls: wanted }
  }
  let low = { price: 0, ...at(0) }
  let high = { price: 2 * most, ...at(2 * most) }
  let best = Math.max(low.cost, high.cost - high.price * polls)
  for (let tried = 0; tried < pricesTried && low.polls > polls && high.polls <= polls; tried++) {
    const price = (delayOf(high, high.price) - delayOf(low, low.price)) / (low.polls - high.polls)
    if (!(price > low.price && price < high.price)) break
    const answer = { price, ...at(price) }
    best = Math.max(best, answer.cost - price * polls)
    if (answer.polls === low.polls || answer.polls === high.polls) break
    if (answer.polls > polls) low = answer
    else high = answer
  }
  return best
}

/** Lines from which the best poll before each posting is taken: slopes fall, and instants rise, so that one only ever goes on. */
let [intercepts, starts, costs, counts, sums] = Array.from({ length: 5 }, () => new Float64Array(1_024)) as [
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
]

/** The cheapest polls of one source at a price each. */
function cheapest({ weight, times }: Postings, endDays: number, price: number) {
  const count = times.length
  grow(count + 1)
  let head = 0
  let tail = 0
  costs[0] = 0
  counts[0] = 0
  sums[0] = 0
  for (let index = 1; index <= count; index++) {
    const at = times[index - 1] ?? 0
    sums[index] = (sums[index - 1] ?? 0) + at
    tail = addLine(index - 1, weight, head, tail)
    while (head + 1 < tail && valueAt(head + 1, weight, at) <= valueAt(head, weight, at)) head++
    costs[index] = price + weight * (index * at - (sums[index] ?? 0)) + valueAt(head, weight, at)
    counts[index] = (counts[starts[head] ?? 0] ?? 0) + 1
  }
  let cost = Infinity
  let polls = 0
  for (let last = 0; last <= count; last++) {
    const rest = weight * ((count - last) * endDays - ((sums[count] ?? 0) - (sums[last] ?? 0)))
    if ((costs[last] ?? 0) + rest >= cost) continue
    cost = (costs[last] ?? 0) + rest
    polls = counts[last] ?? 0
  }
  return { cost, polls }
}

function valueAt(line: number, weight: number, at: number): number {
  return (intercepts[line] ?? 0) - weight * (starts[line] ?? 0) * at
}

/** Adds the line of a poll at the posting before; takes away lines that are lowest nowhere. @returns the new end */
function addLine(start: number, weight: number, head: number, tail: number): number {
  const intercept = (costs[start] ?? 0) + weight * (sums[start] ?? 0)
  let end = tail
  while (end - head >= 2) {
    const one = end - 2
    const two = end - 1
    const startOne = starts[one] ?? 0
    const startTwo = starts[two] ?? 0
    const crossesNew = (intercept - (intercepts[one] ?? 0)) * (startTwo - startOne)
    const crossesOld = ((intercepts[two] ?? 0) - (intercepts[one] ?? 0)) * (start - startOne)
    if (crossesNew > crossesOld) break
    end--
  }
  intercepts[end] = intercept
  starts[end] = start
  return end + 1
}

function grow(length: number): void {
  if (costs.length >= length) return
  const size = 2 * length
  ;[intercepts, starts, costs, counts, sums] = [intercepts, starts, costs, counts, sums].map(
    () => new Float64Array(size),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]
}
