/** The known facts of a source's postings when it is planned. */
export type SourceHistory = {
  readonly sourceId: number
  /** The value of a minute of this source's delay: lib/policy/basics/weight.ts. 0: nobody waits for it. */
  readonly weight: number
  /**
   * Credible times of its postings, ascending. The rate is learnt from the last 14 days; the pattern from all that are given: 84 days
   * instead of 14 shortened the mean delay by 6 to 12 % in replays.
   */
  readonly postingTimes: readonly number[]
  /** Since when every posting is known: start of the given times, or the oldest posting of the first document. */
  readonly knownSince: number
  /** Until when: its last successful poll. Later postings may exist unseen. Absent: until now. */
  readonly knownUntil?: number | null
  /** Somebody asks for it and its host does not object: it may be polled each three minutes. Absent: no. */
  readonly isUrgent?: boolean
  /** The admin set that it is polled after so long at the latest. Absent: nothing is set. */
  readonly greatestDelayMs?: number
  /** It is asked this seldom at least, whatever its plan: by its publisher's limit, or while it fails. Absent: no such time. */
  readonly heldMs?: number
  /** Postings its document shows; null before it was read. */
  readonly windowSize: number | null
  /** `carryAfter(planBefore, now)`: polls earned but not planned yet, usually from 0 to 1; null for a source without a plan. */
  readonly carry: number | null
  /** The times of its readers ('price' only); absent or null: always. */
  readonly presence?: Presence | null
}

/** A byte for each hour of the week from Monday 0 h UTC: 255 where a minute of delay counts in full. */
export type Presence = Uint8Array
