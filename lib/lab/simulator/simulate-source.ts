/** One source while its trace is replayed: what happened, what polls brought of it, and what that cost. */
import type { SeenWindow } from '#lib/policy/adaptive/mavsync.ts'
import type { WindowMemory } from '#lib/policy/schedule/window-memory.ts'

/** A source of a trace: its posting times (ms, ascending) and what its document shows. */
export type TracedSource = {
  readonly sourceId: number
  /** 1 unless told. */
  readonly weight?: number
  readonly postingTimes: ArrayLike<number>
  /** Postings its document shows, where that differs from the others'. */
  readonly windowSize?: number
}

export type SimulatedSource = {
  readonly sourceId: number
  readonly weight: number
  readonly windowSize: number
  readonly postingTimes: ArrayLike<number>
  /** Postings before this index belong to the learning days. */
  readonly firstEvaluated: number
  /** Delay of each later posting; -1 while no poll has passed it. */
  readonly delays: Float64Array
  /** Times that polls brought, ascending; `knownSince` is the time since when none is missing, as far as one can tell. */
  readonly known: number[]
  readonly knownSince: number
  /** First index of `known` that plannings still look at. */
  oldestLearnt: number
  /** First posting that no poll has passed. */
  next: number
  polls: number
  hits: number
  lost: number
  /** Delays of the lost postings together. */
  lostDelay: number
  /** Postings that no poll has passed at the end. */
  open: number
  polledAt: number
  nextPollAt: number
  /** Instants of the polls; null unless they are asked for. */
  readonly pollTimes: number[] | null
  /** The lessons of its windows; absent: it is not learnt from them. */
  readonly window?: LearntWindow
}

type StartOptions = {
  readonly startAt: number
  readonly evaluatedFrom: number
  readonly endAt: number
  /** One free poll at `evaluatedFrom` instead of everything until then. */
  readonly isCold: boolean
  readonly windowSize: number
  readonly keepsPolls: boolean
}

/** A source at the end of the learning days, polled at that instant. */
export function startSource(source: TracedSource, options: StartOptions): SimulatedSource {
  const { postingTimes } = source
  const windowSize = source.windowSize ?? options.windowSize
  const first = indexFrom(postingTimes, options.evaluatedFrom)
  const end = indexFrom(postingTimes, options.endAt)
  const oldest = options.isCold ? Math.max(0, first - windowSize) : 0
  const known = Array.from({ length: first - oldest }, (_, index) => postingTimes[oldest + index] ?? 0)
  return {
    sourceId: source.sourceId,
    weight: source.weight ?? 1,
    windowSize,
    postingTimes,
    firstEvaluated: first,
    delays: new Float64Array(end - first).fill(-1),
    known,
    // A full document tells nothing of the time before its oldest posting.
    knownSince:
      options.isCold && known.length >= windowSize ? (known[0] ?? options.startAt) : options.startAt,
    oldestLearnt: 0,
    next: first,
    polls: 0,
    hits: 0,
    lost: 0,
    lostDelay: 0,
    open: 0,
    polledAt: options.evaluatedFrom,
    nextPollAt: options.evaluatedFrom,
    pollTimes: options.keepsPolls ? [] : null,
  }
}

/** Polls a source: the last of the new postings become known, at most as many as the document shows. @returns how many */
export function pollSimulated(state: SimulatedSource, now: number): number {
  const { postingTimes, delays, firstEvaluated } = state
  const first = state.next
  const end = firstEvaluated + delays.length
  while (state.next < end && (postingTimes[state.next] ?? Infinity) <= now) {
    delays[state.next - firstEvaluated] = now - (postingTimes[state.next] ?? now)
    state.next++
  }
  const retrieved = Math.max(first, state.next - state.windowSize)
  for (let index = first; index < retrieved; index++) {
    state.lost++
    state.lostDelay += delays[index - firstEvaluated] ?? 0
  }
  for (let index = retrieved; index < state.next; index++) state.known.push(postingTimes[index] ?? now)
  state.polls++
  if (state.next > first) state.hits++
  state.polledAt = now
  state.pollTimes?.push(now)
  return state.next - retrieved
}

/** The document as last seen; null when it was empty. */
export function windowOf({ known, windowSize }: SimulatedSource): SeenWindow | null {
  const size = Math.min(known.length, windowSize)
  const oldestAt = known[known.length - size]
  const newestAt = known[known.length - 1]
  return oldestAt === undefined || newestAt === undefined ? null : { size, oldestAt, newestAt }
}

/** Known times from `since` on. `since` never goes back from one call to the next. */
export function knownFrom(state: SimulatedSource, since: number): number[] {
  const { known } = state
  while ((known[state.oldestLearnt] ?? Infinity) < since) state.oldestLearnt++
  return known.slice(state.oldestLearnt)
}

/** Charges the postings after the last poll to the end of the trace. */
export function closeSource(state: SimulatedSource, endAt: number): void {
  const { postingTimes, delays, firstEvaluated } = state
  state.open = delays.length - (state.next - firstEvaluated)
  for (let index = state.next - firstEvaluated; index < delays.length; index++) {
    delays[index] = endAt - (postingTimes[firstEvaluated + index] ?? endAt)
  }
}

/** Index of the first time at or after an instant, by halving. */
function indexFrom(times: ArrayLike<number>, at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? Infinity) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Replays that begin with what was learnt go on learning; the others know the window as it is, and no bound by it. */
type LearntWindow = {
  memory: WindowMemory
  /** Greatest planned chance that a document loses postings between two polls. */
  readonly overflowRisk: number
}
