// Apart from the schema, so that browsers load no parser for it.

/** Room around what is listed. */
export const densities = ['compact', 'regular', 'roomy'] as const

/** GET /api/v1/me/settings: all of them. */
export type Settings = { readonly density: (typeof densities)[number] }

/** What holds until somebody chooses. */
export const defaultSettings: Settings = { density: 'regular' }
