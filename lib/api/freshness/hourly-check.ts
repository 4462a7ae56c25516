import { HOUR_MS } from '#lib/policy/basics/time.ts'

/**
 * The time within the hour of an hourly check of a source, in ms: 0 to one hour, always the same for a source. The golden ratio
 * spreads neighbouring ids, so that the sources of a server are compared with checks all over the hour.
 */
export function hourlyPhaseMs(sourceId: number): number {
  const spread = Math.imul(sourceId, 0x9e3779b1) >>> 0 // Knuth's multiplicative hash of 32 bits
  return Math.floor((spread / 2 ** 32) * 3_600) * 1_000
}

/** The delay of a posting by hourly checks, in ms: below one hour. */
export function hourlyDelayMs(sourceId: number, publishedAt: number): number {
  const left = (hourlyPhaseMs(sourceId) - publishedAt) % HOUR_MS
  return left < 0 ? left + HOUR_MS : Math.abs(left) // never -0
}

/**
 * The time by which a posting was found earlier than by hourly checks, in ms. Negative: it was found later than by such a check, at most by
 * its delay. Null: its publication is not known. What claims to be published after it was found was found at once.
 */
export function savedMs(
  sourceId: number,
  { publishedAt, foundAt }: { readonly publishedAt: number | null; readonly foundAt: number },
): number | null {
  if (publishedAt === null) return null
  return hourlyDelayMs(sourceId, publishedAt) - Math.max(0, foundAt - publishedAt)
}
