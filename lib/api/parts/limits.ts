/** Limits that browsers keep to before the server does. They stand apart from the contracts, so that browsers load no zod for them. */
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

/** The age up to which the fresh list shows postings. */
export const freshForMinutes = { least: 5, most: 1440 } as const

/** The time for which an admin may have postings kept. Pages need those of the last twelve weeks to show their delays. */
export const keptForDays = { least: 90, most: 36_500 } as const

type KeptDays = { readonly keepReadDays: number | null; readonly keepUnreadDays: number | null }

/** Unread postings are kept at least as long as read ones: nobody loses what they have not read before what all have. */
export function keepsUnreadShorter(rules: KeptDays): boolean {
  const { keepReadDays: read, keepUnreadDays: unread } = rules
  return unread !== null && (read === null || unread < read)
}

/** The time between two polls that an admin may ask for. */
export const betweenPollsMs = { least: MINUTE_MS, most: 28 * DAY_MS } as const

/** The parts of the formula of weights: an exponent, readers, readers, sources. */
export const formulaRanges = {
  popularity: { least: 0, most: 1 },
  sayStrength: { least: 0, most: 20 },
  alertStrength: { least: 0, most: 20 },
  fairShare: { least: 1, most: 50 },
} as const

/** So many checks a day a feed gets on average, unless the admin says otherwise (docs/decisions/0015-checks-per-feed.md). */
export const usualChecksPerSource = 24

/** Most postings whose states one request may ask for. */
export const mostAskedStates = 1000

/** Characters kept on either side of a highlight, by which it is told from the same words elsewhere. */
export const contextLength = 64
/** Most characters of a note, and of the words that are highlighted. */
export const longestNote = 20_000
export const longestQuote = 5_000
