import { z } from 'zod'
import { defaultSettings, settingList, type Settings } from './declared-settings.ts'

type Declared = {
  readonly usual: string | boolean | number
  /** Of a text: a list, or the keys of their words. */
  readonly values?: readonly string[] | Readonly<Record<string, string>>
  /** Of a number. */
  readonly least?: number
  readonly most?: number
  readonly step?: number
}

/** The values that a declared setting takes. */
export function settingSchema({ usual, values = [], least = 0, most = 0, step = 1 }: Declared): z.ZodType {
  if (typeof usual === 'boolean') return z.boolean()
  if (typeof usual === 'string')
    return z.enum(Array.isArray(values) ? (values as readonly string[]) : Object.keys(values))
  return (Number.isInteger(step) ? z.number().int() : z.number()).min(least).max(most)
}

const schemas = Object.fromEntries(settingList.map(([name, declared]) => [name, settingSchema(declared)]))

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
