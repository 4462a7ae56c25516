/** The status of postings under polls and a window (REI 4.3.3): what the simulator's own counts are compared with. */

/** One source's replay, any unit of time. Times and polls ascend; the first poll is the initial one. */
export type PolledSource = {
  readonly postingTimes: readonly number[]
  readonly polls: readonly number[]
  /** Postings the document shows; Infinity: all. */
  readonly windowSize: number
  readonly endAt: number
}

/** Counts and sums of one source. */
export type PollTally = {
  /** Polls after the initial one. */
  readonly polls: number
  /** Polls after the initial one that found something. */
  readonly hits: number
  /** First seen at a later poll. */
  readonly found: number
  /** Published after the initial poll, gone from the document before the next one. */
  readonly missed: number
  /** Published after the last poll, at the end at the latest. */
  readonly open: number
  /** Sum of the delays of what was found. */
  readonly foundDelay: number
  readonly greatestDelay: number
  /** Sum of what missed and open postings are charged: to the poll that came too late, to the end. */
  readonly charges: number
}

/** Delay, recall, polls per new posting, delay with charges; null where undefined. */
export type Scores = {
  readonly delay: number | null
  readonly recall: number | null
  /** APE: 1 is ideal, less when postings come in batches. */
  readonly pollsPerPosting: number | null
  /** (delays of the found + charges) / all: equals SC's delay when the window is infinite. */
  readonly penalisedDelay: number | null
}

/** Tallies a source. Postings up to the initial poll are known or were never seen: neither counts; nor do those after the end. O(n). */
export function tallyOf({ postingTimes, polls, windowSize, endAt }: PolledSource): PollTally {
  const [first = Infinity] = polls
  let next = postingTimes.findIndex((at) => at > first)
  if (next < 0) next = postingTimes.length
  let hits = 0
  let found = 0
  let missed = 0
  let foundDelay = 0
  let greatestDelay = 0
  let charges = 0
  for (const poll of polls.slice(1)) {
    let end = next
    while ((postingTimes[end] ?? Infinity) <= poll) end++
    for (let index = next; index < end; index++) {
      const delay = poll - (postingTimes[index] ?? 0)
      if (index < end - windowSize) {
        missed++
        charges += delay
      } else {
        found++
        foundDelay += delay
        greatestDelay = Math.max(greatestDelay, delay)
      }
    }
    if (end > next) hits++
    next = end
  }
  const left = postingTimes.slice(next).filter((at) => at > first && at <= endAt)
  for (const at of left) charges += endAt - at
  const made = Math.max(0, polls.length - 1)
  return { polls: made, hits, found, missed, open: left.length, foundDelay, greatestDelay, charges }
}

/** Scores of one tally. */
export function scoresOf({ polls, found, missed, open, foundDelay, charges }: PollTally): Scores {
  const all = found + missed + open
  return {
    delay: ratio(foundDelay, found),
    recall: ratio(found, all),
    pollsPerPosting: ratio(polls, found),
    penalisedDelay: ratio(foundDelay + charges, all),
  }
}

function ratio(sum: number, count: number): number | null {
  return count > 0 ? sum / count : null
}
