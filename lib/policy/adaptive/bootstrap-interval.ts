import { clamp } from '#lib/policy/basics/numeric.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

/** The bootstrap's next interval: 1.5 times the last after a poll without news, 0.2 times after one with news, 10 to 800 min. */
export function bootstrapInterval(intervalMs: number | null, foundNews: boolean): number {
  if (intervalMs === null) return HOUR_MS
  return clamp(intervalMs * (foundNews ? withNews : withoutNews), bounds.shortest, bounds.longest)
}

export const withoutNews = 1.5

export const withNews = 0.2

export const bounds = { shortest: 10 * MINUTE_MS, longest: 800 * MINUTE_MS }
