import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

/** Limits that browsers keep to before the server does: apart from the contracts, so that they load no zod. */

/** The age up to which the fresh list shows postings. */
export const freshForMinutes = { least: 5, most: 1440 } as const

/** The time for which an admin may have postings kept. Pages show delays of the last twelve weeks, which are made of the postings. */
export const keptForDays = { least: 90, most: 36_500 } as const

/** The time between two polls that an admin may ask for. */
export const betweenPollsMs = { least: MINUTE_MS, most: 28 * DAY_MS } as const

/** The postings whose states one request asks for. */
export const mostAskedStates = 1000

/** Characters kept on either side of a highlight, by which it is told from the same words elsewhere. */
export const contextLength = 64
export const longestNote = 20_000
export const longestQuote = 5_000
