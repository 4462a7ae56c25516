import type { Settings } from './settings.ts'

/** Apart from the schema, so that browsers load no parser for it. */
export const defaultSettings: Settings = {
  density: 'regular',
}
