/** The record of a publisher's hints, and what they are worth to the next decision. */
import { earliestByHints, type PublisherHints } from './hints.ts'
import { hourOf, weekdayOf } from '#lib/policy/basics/time.ts'

/** The times that a kind of hint was kept and broken. */
type HintCount = { readonly kept: number; readonly broken: number }

export type HintRecord = {
  readonly hints: PublisherHints
  /** ttl, sy:updatePeriod, Cache-Control and Expires together: nothing new for so long. */
  readonly cache: HintCount
  /** skipHours and skipDays: nothing new at such times. */
  readonly skip: HintCount
  /** Start of the trial of the cache hints that is running; null: none is. */
  readonly trialFrom: number | null
}

/** The facts that a successful poll tells. */
type HintEvidence = {
  readonly at: number
  readonly hints: PublisherHints
  /** Credible times of the postings it found. */
  readonly newTimes: readonly number[]
}

const none: HintCount = { kept: 0, broken: 0 }
/** A cache hint is believed after so many trials, a skip hint from the start and until so many postings broke it. */
const trialsForProof = 3
const breaksForDisproof = 2
/** Of ten postings or trials one may break a hint. */
const toleratedShare = 0.1
/** Old evidence fades: beyond this many both counts are halved. */
const longestCount = 50

/**
 * The record after a successful poll. A cache hint is on trial from a poll until the time it names: a posting of between breaks it,
 * reaching the end keeps it, however often the source is polled meanwhile. A skip hint is tried by each posting. Hints that say
 * something else than before start anew. O(n).
 */
export function learnHints(record: HintRecord | null, evidence: HintEvidence): HintRecord {
  const isSame = record !== null && saysTheSame(record.hints, evidence.hints)
  const { cache, skip, trialFrom } = isSame ? record : { cache: none, skip: none, trialFrom: null }
  const { hints } = evidence
  return { hints, ...triedCache(hints, cache, trialFrom, evidence), skip: triedSkip(hints, skip, evidence) }
}

/**
 * Until when the publisher says that nothing new comes, as far as that has proved true: a lower bound for the next poll, no later than
 * `longestMs` after the last. Null: nothing to go by.
 */
export function quietUntil(record: HintRecord | null, polledAt: number, longestMs: number): number | null {
  if (record === null) return null
  const believed = {
    ...(isProved(record.cache) ? cachePart(record.hints) : {}),
    ...(isDisproved(record.skip) ? {} : skipPart(record.hints)),
  }
  const at = earliestByHints(polledAt, believed, longestMs)
  return at > polledAt ? Math.round(at) : null
}

/** Whether cache hints have been kept often enough to be believed. */
export function isProved({ kept, broken }: HintCount): boolean {
  return kept >= trialsForProof && broken <= toleratedShare * (kept + broken)
}

function isDisproved({ kept, broken }: HintCount): boolean {
  return broken >= breaksForDisproof && broken > toleratedShare * (kept + broken)
}

function triedCache(
  hints: PublisherHints,
  cache: HintCount,
  trialFrom: number | null,
  { at, newTimes }: HintEvidence,
): Pick<HintRecord, 'cache' | 'trialFrom'> {
  const part = cachePart(hints)
  if (earliestByHints(at, part, Infinity) === at) return { cache, trialFrom: null }
  if (trialFrom === null) return { cache, trialFrom: at }
  const until = earliestByHints(trialFrom, part, Infinity)
  if (newTimes.some((time) => time > trialFrom && time < until)) {
    return { cache: counted(cache, 0, 1), trialFrom: at }
  }
  return at >= until ? { cache: counted(cache, 1, 0), trialFrom: at } : { cache, trialFrom }
}

function triedSkip(hints: PublisherHints, skip: HintCount, { newTimes }: HintEvidence): HintCount {
  const { skipHours = [], skipDays = [] } = hints
  if (skipHours.length + skipDays.length === 0) return none
  const broken = newTimes.filter((time) => {
    return skipHours.includes(hourOf(time)) || skipDays.includes(weekdayOf(time))
  }).length
  return counted(skip, newTimes.length - broken, broken)
}

function counted({ kept, broken }: HintCount, keptMore: number, brokenMore: number): HintCount {
  const sum = { kept: kept + keptMore, broken: broken + brokenMore }
  return sum.kept + sum.broken <= longestCount ? sum : { kept: sum.kept / 2, broken: sum.broken / 2 }
}

function cachePart({ ttlMinutes, maxAgeSeconds, updatePeriodMs }: PublisherHints): PublisherHints {
  return {
    ...(ttlMinutes === undefined ? {} : { ttlMinutes }),
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
    ...(updatePeriodMs === undefined ? {} : { updatePeriodMs }),
  }
}

function skipPart({ skipHours, skipDays }: PublisherHints): PublisherHints {
  return {
    ...(skipHours === undefined ? {} : { skipHours }),
    ...(skipDays === undefined ? {} : { skipDays }),
  }
}

/** max-age counts down behind caches: a shorter one is the same wish. */
function saysTheSame(before: PublisherHints, after: PublisherHints): boolean {
  const texts = [before, after].map((hints) =>
    JSON.stringify([hints.ttlMinutes, hints.updatePeriodMs, hints.skipHours ?? [], hints.skipDays ?? []]),
  )
  const ageBefore = before.maxAgeSeconds ?? 0
  const ageAfter = after.maxAgeSeconds ?? 0
  return texts[0] === texts[1] && ageAfter <= 2 * ageBefore && (ageBefore === 0) === (ageAfter === 0)
}
