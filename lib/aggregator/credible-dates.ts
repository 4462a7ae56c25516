import { credibleTime } from '#lib/policy/timestamps.ts'

/** What the dates of one new posting are worth. */
export type CredibleDates = {
  /** What the publisher says; null when it says nothing of use. */
  readonly claimedAt: number | null
  /** The claim where it is plausible; null otherwise. */
  readonly publishedAt: number | null
  /** Publication lies after this: the last poll without the posting. Null in the first document. */
  readonly notBeforeAt: number | null
}

/** Judges the date of a posting that is new at a poll, and keeps the claim. */
export function credibleDates(
  claimedAt: number | null,
  poll: { readonly foundAt: number; readonly previousSuccessAt: number | null },
): CredibleDates {
  return { claimedAt, publishedAt: credibleTime(claimedAt, poll), notBeforeAt: poll.previousSuccessAt }
}
