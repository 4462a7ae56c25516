const hourMs = 3_600_000

/** A week before the last whole hour: the address of the query changes seldom. */
export function weekAgo(nowMs: number): string {
  return new Date(Math.floor(nowMs / hourMs) * hourMs - 7 * 24 * hourMs).toISOString()
}
