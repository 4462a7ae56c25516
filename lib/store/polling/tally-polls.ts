import type { Database } from '#lib/store/connection/database.ts'
import { tally, type TallyName } from '#lib/store/connection/tallies.ts'
import type { PollRecord } from './poll-record.ts'

/** Bounds of the histograms, in seconds; what is above the last counts as "inf". */
export const lagBounds = [1, 5, 30, 60, 300, 1_800, 3_600] as const
export const delayBuckets = [60, 300, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400] as const

/** Counts polls that were stored: what came of them, how late they began, how late their postings were found. */
export function tallyPolls(database: Database, records: readonly PollRecord[]): void {
  for (const { source, outcome, startedAt, bytes, newPostings } of records) {
    tally(database, 'polls', outcome)
    if (bytes > 0) tally(database, 'poll-bytes', '', bytes)
    observe(database, 'poll-lag', lagBounds, Math.max(0, startedAt - source.plannedAt) / 1_000)
    if (newPostings.length > 0) tally(database, 'postings', '', newPostings.length)
    for (const { isInitial, publishedAt, foundAt } of newPostings) {
      // As everywhere: first documents say nothing about delays, nor do times that are not believed.
      if (isInitial || publishedAt === null) continue
      observe(database, 'delay', delayBuckets, Math.max(0, foundAt - publishedAt) / 1_000)
    }
  }
}

function observe(database: Database, name: TallyName, bounds: readonly number[], seconds: number): void {
  const bound = bounds.find((one) => seconds <= one)
  tally(database, name, bound === undefined ? 'inf' : String(bound))
  tally(database, name, 'sum', seconds)
}
