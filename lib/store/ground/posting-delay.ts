import type { DelayBounds, PostingDelay } from '#lib/api/postings/postings.ts'

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
export function delayOfPosting(row: DatedRow): PostingDelay {
  if (row.isInitial) return { kind: 'initial' }
  if (row.publishedAt !== null)
    return { kind: 'exact', delayMs: Math.max(0, row.foundAt.getTime() - row.publishedAt.getTime()) }
  if (row.claimedAt !== null) return { kind: 'doubtful' }
  const bounds = delayBounds(row)
  return bounds === null ? { kind: 'initial' } : { kind: 'range', ...bounds }
}

/** The bounds that the polls alone give a posting's delay: between the last one without it and the first one with it. */
export function delayBounds(
  row: Pick<DatedRow, 'isInitial' | 'foundAt' | 'notBeforeAt'>,
): DelayBounds | null {
  if (row.isInitial || row.notBeforeAt === null) return null
  return { leastMs: 0, mostMs: Math.max(0, row.foundAt.getTime() - row.notBeforeAt.getTime()) }
}
