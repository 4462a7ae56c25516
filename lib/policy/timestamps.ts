/** The publication times that can be believed (REI 3.5.5): of what publishers claim, only these enter estimates. */
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

/** The error of a publisher's clock or cache up to which its date is believed. */
const toleranceMs = 10 * MINUTE_MS
/** Feeds came later: what is dated before is what programs write for "none", most of all 1970-01-01. */
const feedsBeganAt = Date.UTC(1990, 0)
/** Dates within this of the answer, all alike, were made while answering ("on the fly"). */
const onTheFlyMs = 1_000

/** A poll that found a posting, and the last successful one before, which did not; null: there was none. */
type FindingPoll = { readonly foundAt: number; readonly previousSuccessAt: number | null }

/**
 * Judges the claimed time of a posting that is new at a poll: believed unless it lies in the future, before there were feeds, or
 * before the last successful poll, which did not show it. In a first document the latter is not refused. Future and poll by more than
 * ten minutes; what is less in the future counts as found. Null: not to be believed, the time of finding stands for it. No claim: null.
 */
export function credibleTime(
  claimedAt: number | null,
  { foundAt, previousSuccessAt }: FindingPoll,
): number | null {
  if (claimedAt === null || Number.isNaN(claimedAt) || isBeforeFeeds(claimedAt)) return null
  if (claimedAt > foundAt + toleranceMs) return null
  if (previousSuccessAt !== null && claimedAt < previousSuccessAt - toleranceMs) return null
  return Math.min(claimedAt, foundAt)
}

/** Whether a date is one that no posting of a feed has: a program's word for "none". */
export function isBeforeFeeds(claimedAt: number): boolean {
  return claimedAt < feedsBeganAt
}

/** Whether a document stamps all its postings with the time of the answer, which says nothing of their publication. */
export function isDatedOnTheFly(claims: readonly (number | null)[], answeredAt: number): boolean {
  return (
    claims.length > 1 && claims.every((claim) => claim !== null && Math.abs(claim - answeredAt) <= onTheFlyMs)
  )
}

/** Clocks that differ by less differ by the time an answer takes. */
const leastOffsetMs = 60_000
/** A Date header further off is no clock. */
const greatestOffsetMs = DAY_MS

/** The lag of a server's clock behind ours, by its Date header; 0 for what cannot be told from the way of an answer. */
export function clockOffsetMs(answeredAt: number, serverDate: number | null): number {
  const offset = serverDate === null ? 0 : answeredAt - serverDate
  return Math.abs(offset) < leastOffsetMs || Math.abs(offset) > greatestOffsetMs ? 0 : offset
}

/** Time zones differ by quarters of hours; whoever corrects one moves dates by a multiple of this. */
const zoneStepMs = 15 * MINUTE_MS

/**
 * Whether all postings of a document that were known before are dated later than they were then: dates made while answering
 * or building ("two hours ago"), which say nothing of publication. Two are needed; a corrected time zone is no reason.
 * @param pairs what was claimed when each was found, and what is claimed now
 */
export function areDatedAnew(pairs: readonly (readonly [then: number, now: number])[]): boolean {
  return pairs.length > 1 && pairs.every(([then, now]) => now > then && (now - then) % zoneStepMs !== 0)
}
