/**
 * Tells how long already more sources have been due than could be asked. What a first load of thousands brings is stored and listed first:
 * what is made of it afterwards took half of the processors from it.
 */
export function createCrowd(now: () => number) {
  let since: number | null = null
  return {
    /** Says whether more is due than could be taken. */
    set: (isCrowded: boolean): void => {
      since = isCrowded ? (since ?? now()) : null
    },
    /** Whether what readers can do without is to wait: so long at most, however many are due. */
    holdsBack: (mostMs: number): boolean => since !== null && Math.abs(now() - since) < mostMs,
  }
}
