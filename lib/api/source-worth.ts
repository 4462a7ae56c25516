/**
 * GET /api/v1/sources/:id/worth: { worth }: what a poll is worth, in posting-hours expected to wait since the poll before, by the
 * decision that polls it; null where no price decides (another policy, paused, no answer, not planned).
 */
export type SourceWorth = {
  readonly at: string
  /** What a poll costs: so much must wait to be worth one. */
  readonly price: number
  /** What a poll now is worth, and at the next one. */
  readonly now: number
  readonly next: number
  readonly lastPolledAt: string
  /** The next poll, and those that follow by the same plan if nothing new is learned from them: a day, or 289 polls. */
  readonly polls: readonly string[]
  /** [instant in ms since 1970, posting-hours] from the last poll on; after each poll it begins anew. */
  readonly points: readonly WorthPoint[]
  /** How it goes on if the next poll is left out. */
  readonly beyond: readonly WorthPoint[]
}

export type WorthPoint = readonly [atMs: number, postingHours: number]
