import type { PostingDelay } from '#lib/api/postings.ts'

type DatedRow = {
  readonly isInitial: boolean
  readonly claimedAt: Date | null
  readonly publishedAt: Date | null
  readonly foundAt: Date
  readonly notBeforeAt: Date | null
}

/**
 * The delay of a posting, as honest as its dates allow (milliseconds): exact from a credible publication; without any
 * claim somewhere between the last poll without it and the first with it; of a claim that is not believed, nothing.
 */
export function postingDelay(row: DatedRow): PostingDelay {
  if (row.isInitial) return { kind: 'initial' }
  if (row.publishedAt !== null)
    return { kind: 'exact', delayMs: Math.max(0, row.foundAt.getTime() - row.publishedAt.getTime()) }
  if (row.claimedAt !== null) return { kind: 'doubtful' }
  if (row.notBeforeAt === null) return { kind: 'initial' }
  return {
    kind: 'range',
    leastMs: 0,
    mostMs: Math.max(0, row.foundAt.getTime() - row.notBeforeAt.getTime()),
  }
}
