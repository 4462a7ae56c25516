/**
 * Questions of apps for what changed reach back so many milliseconds further than they say. The time that an app names may be of its own clock
 * or of the end of our answer, and marks and edits are stored a little later than they are dated.
 */
export const lateMs = 60_000

/** The latest instant that a Date can hold (ECMA-262). */
const latestMs = 8_640_000_000_000_000n

/**
 * The milliseconds that an app's time names, its first and its last. The number of its digits tells the unit, as documents and apps
 * disagree: ns, µs, ms or s. Null: no time is given; zero, which apps send before their first sync, is none either.
 */
export function spanIn(text: string | null): { readonly fromMs: number; readonly throughMs: number } | null {
  if (text === null || !/^\d+$/.test(text) || /^0+$/.test(text)) return null
  const value = BigInt(text)
  if (text.length < 13) return { fromMs: Number(value) * 1000, throughMs: Number(value) * 1000 + 999 }
  const ms = text.length < 16 ? value : value / (text.length < 19 ? 1000n : 1_000_000n)
  const known = Number(ms < latestMs ? ms : latestMs)
  return { fromMs: known, throughMs: known }
}
