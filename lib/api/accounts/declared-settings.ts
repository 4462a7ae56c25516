import type { FoundKey, MessageKey } from '#lib/words/areas.ts'

// Apart from the schema that follows from it (subscriber-settings.ts), so that browsers load no parser.

type Key = MessageKey<'settings'>

/** The parts of /settings/general. */
export type SettingPart = 'appearance' | 'lists'

type DeclaredRow = {
  readonly part: SettingPart
  readonly effect: Key
}

type DeclaredSetting = {
  /** The value for a reader who has chosen none. */
  readonly usual: string | boolean
  /** Each value with its word; "true" and "false" for a boolean. None: no row offers it. */
  readonly values?: Readonly<Record<string, Key>>
  /** The row that offers it. */
  readonly row?: keyof typeof settingRows
  /** Its name, where it shares the row with others. */
  readonly label?: Key
}

/** Rows of the settings by their anchors. An anchor is also the key of the row's name, by which the palette finds the row. */
const settingRows = {
  density: { part: 'appearance', effect: 'densityEffect' },
  swipes: { part: 'lists', effect: 'swipesEffect' },
} satisfies { readonly [Id in Key]?: `settings.${Id}` extends FoundKey ? DeclaredRow : never }

const swipeActs = {
  read: 'swipeRead',
  later: 'swipeLater',
  star: 'swipeStar',
  none: 'swipeNone',
} as const satisfies DeclaredSetting['values']

/**
 * The subscriber's settings for all own windows and devices. To add a setting, declare it here and write its words. The API, its
 * description, the defaults, the control and the palette follow. The stored JSON holds only what was set: no migration is needed.
 */
const declaredSettings = {
  /** Room around what is listed. */
  density: {
    usual: 'regular',
    values: { compact: 'compact', regular: 'regular', roomy: 'roomy' },
    row: 'density',
  },
  /** The reader was told how soon the first new posting was found. */
  isFirstFindSaid: { usual: false },
  /** The acts on a posting whose row in a list is moved to the right, and to the left. */
  swipeRight: { usual: 'read', values: swipeActs, row: 'swipes', label: 'swipeRight' },
  swipeLeft: { usual: 'later', values: swipeActs, row: 'swipes', label: 'swipeLeft' },
} as const satisfies Readonly<Record<string, DeclaredSetting>>

type Declared = typeof declaredSettings
type ValueOf<One extends DeclaredSetting> = One extends { usual: boolean }
  ? boolean
  : keyof One['values'] & string

/** GET /api/v1/me/settings: all of them. */
export type Settings = { readonly [Name in keyof Declared]: ValueOf<Declared[Name]> }

/** The act of a swipe on a posting of a list. Where the posting is so already, the act is taken back. */
export type SwipeAct = keyof typeof swipeActs

/** The rows of a part of the settings, by their anchors. */
export function settingRowsOf(part: SettingPart) {
  const rows = Object.entries(settingRows) as [keyof typeof settingRows, DeclaredRow][]
  return rows.filter(([, row]) => row.part === part)
}

/** The settings by name. */
export const settingList = Object.entries(declaredSettings) as [keyof Settings, DeclaredSetting][]

/** The settings of a reader who has chosen none. */
export const defaultSettings = Object.fromEntries(
  settingList.map(([name, { usual }]) => [name, usual]),
) as Settings
