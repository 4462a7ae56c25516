import { areDatedAnew, clockOffsetMs, credibleTime, isDatedOnTheFly } from '#lib/policy/timestamps.ts'

/** The worth of the dates of one new posting. */
type CredibleDates = {
  /** The publisher's date; null when it says nothing of use. */
  readonly claimedAt: number | null
  /** The claim where it is plausible, by our clock; null otherwise. */
  readonly publishedAt: number | null
  /** Publication lies after this: the last poll without the posting. Null in the first document. */
  readonly notBeforeAt: number | null
}

/** The worth of the dates of a whole document. */
export type DocumentDates = {
  /** They say nothing of publication: made while answering. */
  readonly areUndated: boolean
  /** The lag of the server's clock behind ours; milliseconds. */
  readonly clockOffsetMs: number
}

/** Judges the dates of a document together (policies.md 4.3: 2 and 5). */
export function judgeDocument(
  claims: readonly { readonly now: number | null; readonly then: number | null }[],
  { foundAt, serverAt }: { readonly foundAt: number; readonly serverAt: number | null },
): DocumentDates {
  const pairs = claims.flatMap(({ now, then }) =>
    now === null || then === null ? [] : [[then, now] as const],
  )
  const onTheFly = isDatedOnTheFly(
    claims.map(({ now }) => now),
    serverAt ?? foundAt,
  )
  return {
    areUndated: onTheFly || areDatedAnew(pairs),
    clockOffsetMs: clockOffsetMs(foundAt, serverAt),
  }
}

/** Judges the date of a posting that is new at a poll, and keeps the claim. */
export function credibleDates(
  claimedAt: number | null,
  poll: { readonly foundAt: number; readonly previousSuccessAt: number | null },
  document: DocumentDates,
): CredibleDates {
  if (claimedAt === null || document.areUndated)
    return { claimedAt: null, publishedAt: null, notBeforeAt: poll.previousSuccessAt }
  const publishedAt = credibleTime(claimedAt + document.clockOffsetMs, poll)
  return { claimedAt, publishedAt, notBeforeAt: poll.previousSuccessAt }
}
