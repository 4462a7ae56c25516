// Apart from the schema, so that browsers load no parser for it.

/** GET /api/v1/me/settings: all of them. */
export type Settings = {
  /** Room around what is listed. */
  readonly density: 'compact' | 'regular' | 'roomy'
}

/** What holds until somebody chooses. */
export const defaultSettings: Settings = { density: 'regular' }
