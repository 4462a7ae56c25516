import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'

/** A week before the last whole hour: the address of the query changes seldom. */
export function weekAgo(nowMs: number): string {
  return new Date(Math.floor(nowMs / HOUR_MS) * HOUR_MS - 7 * DAY_MS).toISOString()
}
