/** Apart from the contract (notes.ts), so that browsers load no zod. */

/** Characters kept on either side of a highlight, by which it is told from the same words elsewhere. */
export const contextLength = 64
export const longestNote = 20_000
export const longestQuote = 5_000
