// Apart from the schema, so that browsers load no parser for it.

/** The act of a swipe on a posting of a list. Where the posting is so already, the act is taken back. */
export type SwipeAct = 'read' | 'later' | 'star' | 'none'

/** GET /api/v1/me/settings: all of them. */
export type Settings = {
  /** Room around what is listed. */
  readonly density: 'compact' | 'regular' | 'roomy'
  /** The reader was told how soon the first new posting was found. */
  readonly isFirstFindSaid: boolean
  readonly swipeRight: SwipeAct
  readonly swipeLeft: SwipeAct
}

/** The settings of a reader who has chosen none. */
export const defaultSettings: Settings = {
  density: 'regular',
  isFirstFindSaid: false,
  swipeRight: 'read',
  swipeLeft: 'later',
}
