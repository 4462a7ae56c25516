import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Acts of readers who were offline are older than their request. */
export const actedAgoHeader = 'x-acted-ago-ms'
/** Older ones are taken to be as old as this. */
export const longestAgoMs = 30 * DAY_MS

/**
 * The age of an act at its request, in milliseconds; 0: it happens now. An age and no time of day, because
 * clocks of devices are wrong.
 */
export function readActedAgo(request: Request): number {
  const ago = Number(request.headers.get(actedAgoHeader) ?? 0)
  return Number.isFinite(ago) ? Math.min(Math.max(0, Math.trunc(ago)), longestAgoMs) : 0
}
