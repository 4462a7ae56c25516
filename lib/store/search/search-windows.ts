import type { TimeRange } from './search-condition.ts'
import { bucketLevels, bucketLexeme, bucketMs, bucketOf } from './search-document.ts'

/** A stretch of the timeline that one statement searches, and the index entries of the buckets that cover it. */
export type SearchWindow = TimeRange & { readonly entries: string | null }

/** The front of the search: what is left of the timeline, and how large the next window is. */
export type SearchFront = {
  readonly isNewestFirst: boolean
  readonly left: TimeRange
  /** level of the buckets; from `bucketLevels` on, all that is left */
  readonly level: number
  /** whole buckets in the next window, besides the one in which the front stands */
  readonly buckets: number
}

/** The next window: the bucket of time in which the front stands and those behind it. */
export function windowAt({ isNewestFirst, left, level, buckets }: SearchFront): SearchWindow {
  const front = isNewestFirst ? left.endAt : left.startAt
  if (level >= bucketLevels || !Number.isFinite(front)) return { ...left, entries: null }
  const near = bucketOf(level, isNewestFirst ? front - 1 : front)
  const far = isNewestFirst ? near - buckets : near + buckets
  const ms = bucketMs(level)
  const range = isNewestFirst
    ? { startAt: Math.max(left.startAt, far * ms), endAt: left.endAt }
    : { startAt: left.startAt, endAt: Math.min(left.endAt, (far + 1) * ms) }
  const first = Math.min(near, far)
  const lexemes = Array.from({ length: buckets + 1 }, (_, index) => bucketLexeme(level, first + index))
  return { ...range, entries: `(${lexemes.map((lexeme) => `'${lexeme}'`).join(' | ')})` }
}

/** A window should not hold more hits than so many, each of which is read. */
const mostHits = 8000
/** Of one level to the next. */
const bucketsInNext = 8
/** So much more is searched than the last window says is needed, as hits are not spread evenly. */
const margin = 1.2

/** The yield of a window: candidates that were read, hits among them, and hits that are missing still. */
type WindowResult = { readonly seen: number; readonly found: number; readonly missing: number }

/**
 * The front behind a window that was searched; null at the end. The next window is as much larger as the missing hits
 * seem to need, at most eight times, behind next to nothing 64 times, and not so large that it would hold too much.
 */
export function behind(
  front: SearchFront,
  window: SearchWindow,
  { seen, found, missing }: WindowResult,
): SearchFront | null {
  const left = front.isNewestFirst
    ? { startAt: front.left.startAt, endAt: window.startAt }
    : { startAt: window.endAt, endAt: front.left.endAt }
  if (!(left.startAt < left.endAt)) return null
  const most = seen <= 1 ? bucketsInNext ** 2 : Math.min(bucketsInNext, Math.max(1, mostHits / seen))
  const growth = Math.min(most, (margin * missing) / Math.max(found, 0.1))
  const wantedMs = (window.endAt - window.startAt) * growth
  let level = front.level
  while (level < bucketLevels && wantedMs > bucketsInNext * bucketMs(level)) level += 1
  return { ...front, left, level, buckets: wholeBuckets(front.isNewestFirst, left, level, wantedMs) }
}

/** The number of buckets that a window of that length has besides the one in which the front stands, whole or in part. */
function wholeBuckets(isNewestFirst: boolean, left: TimeRange, level: number, wantedMs: number): number {
  if (level >= bucketLevels) return 0
  const ms = bucketMs(level)
  const ownMs = isNewestFirst
    ? left.endAt - bucketOf(level, left.endAt - 1) * ms
    : (bucketOf(level, left.startAt) + 1) * ms - left.startAt
  return Math.max(0, Math.ceil((wantedMs - ownMs) / ms))
}

/** The coarsest level whose buckets are not longer than a duration; the finest, where all are. */
export function levelOf(durationMs: number): number {
  for (let level = bucketLevels - 1; level > 0; level--) {
    if (bucketMs(level) <= durationMs) return level
  }
  return 0
}
