/** How far a publisher's clock or cache may be off before its date is not believed. */
const toleranceMs = 10 * 60_000
/** Dates within this of the answer, all alike, were made while answering (policies: "on the fly"). */
const onTheFlyMs = 1_000

/** What the dates of one new posting are worth. */
export type CredibleDates = {
  /** What the publisher says; null when it says nothing of use. */
  readonly claimedAt: number | null
  /** The claim where it is plausible; null otherwise. */
  readonly publishedAt: number | null
  /** Publication lies after this: the last poll without the posting. Null in the first document. */
  readonly notBeforeAt: number | null
}

/**
 * Judges the date of a posting that is new at a poll (Reichert 2012, 3.5.5): believed unless it lies in the future, or
 * before the last successful poll, which did not show it. In a first document only the future is refused.
 */
export function credibleDates(
  claimedAt: number | null,
  poll: { readonly foundAt: number; readonly previousSuccessAt: number | null },
): CredibleDates {
  const notBeforeAt = poll.previousSuccessAt
  if (claimedAt === null) return { claimedAt, publishedAt: null, notBeforeAt }
  const isFuture = claimedAt > poll.foundAt + toleranceMs
  const isTooOld = notBeforeAt !== null && claimedAt < notBeforeAt - toleranceMs
  if (isFuture || isTooOld) return { claimedAt, publishedAt: null, notBeforeAt }
  return { claimedAt, publishedAt: Math.min(claimedAt, poll.foundAt), notBeforeAt }
}

/** Whether a document stamps all its postings with the time of the answer, which says nothing of their publication. */
export function isDatedOnTheFly(claims: readonly (number | null)[], answeredAt: number): boolean {
  return (
    claims.length > 1 && claims.every((claim) => claim !== null && Math.abs(claim - answeredAt) <= onTheFlyMs)
  )
}
