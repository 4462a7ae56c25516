import { z } from 'zod'
import { defaultSettings, type Settings, type SwipeAct } from './default-settings.ts'

const swipeAct = z.enum(['read', 'later', 'star', 'none'] satisfies SwipeAct[])

/**
 * The subscriber's settings for all own windows and devices. To add a setting: a line here, its default in
 * default-settings.ts, and a control that uses `useSettings` and `useChangeSetting` (lib/queries/accounts/settings.ts). The stored
 * JSON holds only what was set: no migration is needed. A value is replaced as a whole, also where it is an object.
 */
export const settings = z.strictObject({
  /** Room around what is listed. */
  density: z.enum(['compact', 'regular', 'roomy'] satisfies Settings['density'][]),
  /** The reading page tells once how soon the first new posting was found. */
  isFirstFindSaid: z.boolean(),
  /** The acts on a posting whose row in a list is moved to the right, and to the left. */
  swipeRight: swipeAct,
  swipeLeft: swipeAct,
})

/** Body of PATCH /api/v1/me/settings: those to change. Answer: all of them. */
export const settingsChange = settings.partial()
export type SettingsChange = Readonly<z.infer<typeof settingsChange>>

/** All settings from what was stored; what an older or newer version stored and this one does not know has its default. */
export function readSettings(stored: unknown): Settings {
  const values = typeof stored === 'object' && stored !== null ? stored : {}
  const entries = Object.entries(settings.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(Reflect.get(values, name))
    return parsed.success ? [[name, parsed.data]] : []
  })
  return { ...defaultSettings, ...Object.fromEntries(entries.flat()) }
}
