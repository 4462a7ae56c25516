/** The lessons of a source's successive windows: how much its document holds, how bursty it is, and where postings were lost. */
import { clamp } from '#lib/policy/basics/numeric.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { instantOfExpected, safePostings } from './window-overflow.ts'

export type WindowMemory = {
  /** Postings that its documents hold; a fraction while it moves. Null before the first. */
  readonly learned: number | null
  /** Variance of the postings between two polls as a multiple of their mean, 1 at least. */
  readonly dispersion: number
  /** No interval is longer than this since a window overflowed; null: none did, or the bound has grown out of reach. */
  readonly overflowIntervalMs: number | null
}

/** A whole document of a source, against the one before. */
export type WindowSeen = {
  readonly size: number
  /** The number of its postings that were known. */
  readonly overlap: number
  /** Credible times of the new postings. */
  readonly newTimes: readonly number[]
  /** The last successful poll and the size of the window then; null for the first document. */
  readonly before: { readonly at: number; readonly size: number | null } | null
  readonly at: number
  readonly ratePerDay: number
}

export type WindowLesson = {
  readonly memory: WindowMemory
  /** Not null: the windows did not meet (REI Eq. 3.1: "0 or more lost"), and so many were likely lost between them. */
  readonly likelyLost: number | null
}

export const noWindowMemory: WindowMemory = { learned: null, dispersion: 1, overflowIntervalMs: null }

/** A smaller window is believed soon, a larger one slowly: the error on the side of safety is a few polls. */
const shrinkShare = 0.5
const growShare = 0.125
/** Postings that a gap may have cost: the pace of what a document dates at one second would say billions, for which a row has no room. */
const mostLost = 100_000
/** Each interval weighs this much in the dispersion. */
const dispersionShare = 1 / 16
const greatestDispersion = 50
/** After a gap the interval is halved; each window that meets the one before lets it grow by a quarter. */
const growth = 1.25
/** Between two polls of clocks that differ less than no time may pass: half of that, grown however often, would bound the interval for ever. */
const leastBoundMs = MINUTE_MS
/** A bound so far away is none: a long document whose source fell silent would not overflow before a year that no row has room for. */
const latestBoundMs = 36_500 * DAY_MS

/** The lesson of a new document. A 304 or a delta (RFC 3229) shows no window and teaches nothing here. O(n). */
export function learnWindow(memory: WindowMemory, seen: WindowSeen): WindowLesson {
  const learned = learnedSize(memory.learned, seen.size)
  if (seen.before === null) return { memory: { ...memory, learned }, likelyLost: null }
  const intervalMs = seen.at - seen.before.at
  const isGap = seen.size > 0 && seen.overlap === 0 && (seen.before.size ?? 0) > 0
  return {
    memory: {
      learned,
      dispersion: isGap ? memory.dispersion : learnedDispersion(memory.dispersion, seen, intervalMs),
      overflowIntervalMs: isGap
        ? Math.max(leastBoundMs, intervalMs / 2)
        : grown(memory.overflowIntervalMs, intervalMs, seen),
    },
    likelyLost: isGap ? likelyLost(seen, seen.before.at) : null,
  }
}

function learnedSize(learned: number | null, size: number): number | null {
  if (size === 0) return learned
  if (learned === null) return size
  return learned + (size - learned) * (size < learned ? shrinkShare : growShare)
}

/** The mean of (n − μ)² / μ over the intervals: 1 for Poisson (Pearson's statistic). Intervals in which little is expected tell little. */
function learnedDispersion(dispersion: number, seen: WindowSeen, intervalMs: number): number {
  const expected = (seen.ratePerDay * intervalMs) / DAY_MS
  if (!(expected > 0)) return dispersion
  const observed = (seen.newTimes.length - expected) ** 2 / expected
  const share = dispersionShare * Math.min(1, expected)
  return clamp(dispersion + share * (observed - dispersion), 1, greatestDispersion)
}

/** The bound of a past gap, grown; forgotten once it would hold more than twice what a window holds at the usual rate. */
function grown(bound: number | null, intervalMs: number, seen: WindowSeen): number | null {
  if (bound === null) return null
  const next = Math.max(bound, Math.min(bound * growth, intervalMs * growth))
  return (seen.ratePerDay * next) / DAY_MS > 2 * seen.size ? null : next
}

/**
 * Postings that came after the last poll and before the oldest one shown: at the pace of those shown or at the usual rate, whichever is
 * more, as windows overflow in bursts. Without times the whole interval at the usual rate counts, less what is shown: where all are of the poll
 * itself, nobody dated them.
 */
function likelyLost({ newTimes, size, ratePerDay, at }: WindowSeen, previousAt: number): number {
  const times = newTimes.filter((time) => time > previousAt && time <= at)
  if (times.every((time) => time === at))
    return clamp(Math.round((ratePerDay * (at - previousAt)) / DAY_MS - size), 0, mostLost)
  const oldest = Math.min(...times)
  const shownDays = Math.max(at - oldest, 1) / DAY_MS
  const pace = Math.max(ratePerDay, times.length > 1 ? (times.length - 1) / shownDays : 0)
  return Math.min(mostLost, Math.round((pace * (oldest - previousAt)) / DAY_MS))
}

/**
 * The latest next poll at which the chance of an overflow stays within `risk`, by the hours in which the source posts, and within the
 * bound that a past gap left. The chance is held inside the budget: what the plan grants is never asked to be more. Null before a window
 * is known, for plans without a share of the budget, and where it lies a century away.
 */
export function overflowInstant(
  plan: SourcePlan,
  memory: WindowMemory,
  polledAt: number,
  risk: number,
): number | null {
  if (memory.learned === null || plan.pollsPerDay <= 0 || plan.weight === 0) return null
  const windowSize = Math.max(1, memory.learned)
  const dispersion = Math.round(memory.dispersion * 10) / 10
  const safe = safePostings({ dispersion, windowSize, risk })
  const affordable = Math.max(safe, plan.ratePerDay / plan.pollsPerDay)
  const latest = instantOfExpected(polledAt, affordable, plan.ratePerDay, plan.pattern)
  const afterGap = memory.overflowIntervalMs === null ? Infinity : polledAt + memory.overflowIntervalMs
  const at = Math.min(latest, afterGap)
  return at < polledAt + latestBoundMs ? Math.round(at) : null
}
