/** Below this many sources a new one matters to all others, and planning them all takes milliseconds. */
export const fewSources = 100
/** New sources and weights may move the granted polls, or how many sources there are, this far before all are planned anew. */
const driftAllowed = 0.01
/** About what a planning takes for each source, reading and storing included: storing alone took some 6 s of 30,000, beside first polls. */
const msPerSource = 0.3
/** So many times what a planning takes may be lost by a price that is off. */
const paysAfter = 3

/**
 * Whether it pays to plan all sources anew after something moved: by `drift`, a share of what was planned last, `sinceMs` ago in time of
 * the machine. New sources are planned alone, at the present price of a poll, so that only the price is off until then: by about the
 * drift, for as long. All are planned when that comes to three times what a planning takes, else a server that is given 100,000 sources
 * would do little else. Where the machine is busy, a planning takes longer, and pays later. Of 10,000 that grew by one in fifty this is after 7.5 minutes, and where they doubled after 9 s.
 */
export function doesPlanningPay(planned: {
  readonly drift: number
  readonly sinceMs: number
  readonly sources: number
  /** The time that the last planning took; null: it is not known here. */
  readonly tookMs?: number | null
}): boolean {
  const { drift, sinceMs, sources, tookMs = null } = planned
  if (drift <= driftAllowed) return false
  return sources < fewSources || drift * sinceMs >= paysAfter * Math.max(tookMs ?? 0, sources * msPerSource)
}

/** The change of a number, as a share of what it was. */
export function driftOf(now: number, before: number): number {
  return Math.abs(now - before) / Math.max(1, before)
}
