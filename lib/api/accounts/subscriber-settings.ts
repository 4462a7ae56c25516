import { z } from 'zod'
import { defaultSettings, settingList, type Settings } from './declared-settings.ts'

const schemas = Object.fromEntries(
  settingList.map(([name, { usual, values = {} }]): [string, z.ZodType] => [
    name,
    typeof usual === 'boolean' ? z.boolean() : z.enum(Object.keys(values)),
  ]),
)

/** All settings. A value is replaced as a whole. */
export const settings = z.strictObject(schemas as { [Name in keyof Settings]: z.ZodType<Settings[Name]> })

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
