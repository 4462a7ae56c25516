import type { TimeRange } from './search-condition.ts'
import { bucketLevels, bucketLexeme, bucketMs, bucketOf } from './search-document.ts'

/** A stretch of the timeline that one statement searches, and the index entries of the buckets that cover it. */
export type SearchWindow = TimeRange & { readonly entries: string | null }

/** Where the search stands: what is left of the timeline, and how large the next window is. */
export type SearchFront = {
  readonly isNewestFirst: boolean
  readonly left: TimeRange
  /** level of the buckets; from `bucketLevels` on, all that is left */
  readonly level: number
}

/**
 * The next window: the bucket of time in which the front stands and the one behind it, so that at least one whole bucket
 * is searched.
 */
export function windowAt({ isNewestFirst, left, level }: SearchFront): SearchWindow {
  const front = isNewestFirst ? left.endAt : left.startAt
  if (level >= bucketLevels || !Number.isFinite(front)) return { ...left, entries: null }
  const near = bucketOf(level, isNewestFirst ? front - 1 : front)
  const far = isNewestFirst ? near - 1 : near + 1
  const ms = bucketMs(level)
  const range = isNewestFirst
    ? { startAt: Math.max(left.startAt, far * ms), endAt: left.endAt }
    : { startAt: left.startAt, endAt: Math.min(left.endAt, (far + 1) * ms) }
  return { ...range, entries: `('${bucketLexeme(level, near)}' | '${bucketLexeme(level, far)}')` }
}

/** A window should not hold more hits than so many, each of which is read. */
const mostHits = 8000

/** What a window gave: candidates that were read, hits among them, and hits that are missing still. */
export type WindowResult = { readonly seen: number; readonly found: number; readonly missing: number }

/**
 * The front behind a window that was searched; null at the end. The next window is eight times as large unless it would
 * hold too much, or two more of the same size are likely to do; behind next to nothing it is 64 times as large.
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
  const grows = seen * 8 <= mostHits && found * 2 < missing
  const steps = grows && seen <= 1 ? 2 : Number(grows)
  return { ...front, left, level: front.level + steps }
}

/** The coarsest level whose buckets are not longer than a duration; the finest, where all are. */
export function levelOf(durationMs: number): number {
  for (let level = bucketLevels - 1; level > 0; level--) {
    if (bucketMs(level) <= durationMs) return level
  }
  return 0
}
