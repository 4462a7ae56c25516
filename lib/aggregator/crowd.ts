/**
 * Tells whether a pass found more sources due than it could ask, and since when. A first load of thousands is stored and listed first: to index
 * it at the same time took half of the processors from it.
 */
export function createCrowd(now: () => number) {
  let since: number | null = null
  return {
    /** Says that more was due than could be taken. */
    begin: (): void => {
      since ??= now()
    },
    /** Says that a pass has ended: nothing is due any more. */
    end: (): void => {
      since = null
    },
    /** Whether the index of searches, or of stories, is to wait: so long at most in one pass. */
    holdsBack: (mostMs: number): boolean => since !== null && Math.abs(now() - since) < mostMs,
  }
}
