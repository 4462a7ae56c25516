import type { Language } from './languages.ts'
import type { Translate } from './translate.ts'

/** The message files of one language, by area. English is the model: its keys are what `t` accepts. */
export type MessageFiles = {
  readonly common: typeof import('./en/common.json')
  readonly format: typeof import('./en/format.json')
  readonly shell: typeof import('./en/shell.json')
  readonly accounts: typeof import('./en/accounts.json')
  readonly reading: typeof import('./en/reading.json')
  readonly organising: typeof import('./en/organising.json')
  readonly text: typeof import('./en/text.json')
  readonly player: typeof import('./en/player.json')
  readonly sources: typeof import('./en/sources.json')
  readonly admin: typeof import('./en/admin.json')
  readonly settings: typeof import('./en/settings.json')
  readonly errors: typeof import('./en/errors.json')
  readonly about: typeof import('./en/about.json')
  readonly search: typeof import('./en/search.json')
  readonly mail: typeof import('./en/mail.json')
  readonly views: typeof import('./en/views.json')
  readonly palette: typeof import('./en/palette.json')
  readonly discover: typeof import('./en/discover.json')
  readonly reasons: typeof import('./en/reasons.json')
  readonly lab: typeof import('./en/lab.json')
  readonly rules: typeof import('./en/rules.json')
  readonly alerts: typeof import('./en/alerts.json')
  readonly outputs: typeof import('./en/outputs.json')
  readonly integrations: typeof import('./en/integrations.json')
  readonly api: typeof import('./en/api.json')
}

export type Area = keyof MessageFiles
export type Key<A extends Area> = keyof MessageFiles[A] & string

/** Puts the messages of an area into words. */
export type Words<A extends Area> = Translate<Key<A>>

/** What writing numbers, dates and lengths of time needs (lib/format.ts). */
export type Locale = {
  readonly language: Language
  /** The tag that Intl knows: "en-GB". */
  readonly tag: string
  readonly t: Words<'format'>
}
