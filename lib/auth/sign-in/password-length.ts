/** Shortest and longest password; the longest keeps hashing cheap for the server. */
export const passwordLength = { min: 10, max: 256 } as const
