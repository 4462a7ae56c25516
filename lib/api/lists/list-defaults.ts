import type { ReadingOptions, ListSettings } from './list-settings.ts'

/** Apart from the contract, so that browsers load no zod. */
export const defaultReadingOptions: ReadingOptions = {
  marksOnScroll: false,
  freshMinutes: 30,
  keyPreset: 'google-reader',
  keys: {},
  hasKeys: true,
}

/** Of a subscriber who changed nothing. */
export const defaultListSettings: ListSettings = { lists: {}, options: defaultReadingOptions }
