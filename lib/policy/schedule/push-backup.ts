/** Polls of a source whose postings a hub delivers: a backup, as rare as the hub is reliable. */

/** The part of each posting in the share: some ten of them prove a hub, and one miss is felt at once. */
const newestWeight = 0.2
/** However reliable a hub: polls also notice its end, edits it does not tell of, and what a window lost. */
const longestFactor = 8

/**
 * The share of a source's postings that came by push before a poll found them, after `postings` more came that way: an exponential
 * mean, newestWeight · Σ (1 − newestWeight)^i over the pushed among the last ones, newest first. It starts from 0: nothing is believed of
 * a hub before it has delivered. `came: 'poll'` are its misses: postings that only a poll brought.
 * @throws RangeError for a share outside 0 to 1 or a count that is none
 */
export function pushShareAfter(share: number, came: 'push' | 'poll', postings: number): number {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share is ${share}, must be from 0 to 1`)
  if (!(Number.isInteger(postings) && postings >= 0)) throw new RangeError(`postings is ${postings}`)
  const kept = (1 - newestWeight) ** postings
  return came === 'push' ? 1 - (1 - share) * kept : share * kept
}

/**
 * The factor by which the interval between two polls may be longer while a hub delivers this share: 1 / √(1 − share), 8 at most. Only the
 * missed part of the postings still waits for polls, and polls are due to the square root of the rate (Sia & Cho, Theorem 1). 1 at share
 * 0: without a hub, and soon after a hub begins to miss.
 */
export function backupFactor(pushShare: number): number {
  if (!(pushShare >= 0 && pushShare <= 1))
    throw new RangeError(`pushShare is ${pushShare}, must be from 0 to 1`)
  return Math.min(longestFactor, 1 / Math.sqrt(1 - pushShare))
}

/** The due time of a poll planned for `plannedAt` while a hub delivers this share: later by that factor, never beyond the staleness limit. */
export function backupInstant(
  plannedAt: number,
  pushShare: number,
  poll: { readonly polledAt: number; readonly maxStalenessMs: number },
): number {
  const stretched = poll.polledAt + (plannedAt - poll.polledAt) * backupFactor(pushShare)
  return Math.max(plannedAt, Math.min(stretched, poll.polledAt + poll.maxStalenessMs))
}
