import type { Language } from './languages.ts'
import type { Translate } from './translate.ts'

/** The message files of one language, by area. English is the model: its keys are what `t` accepts. */
export type MessageFiles = {
  readonly common: typeof import('#lib/words/en/common.json')
  readonly format: typeof import('#lib/words/en/format.json')
  readonly shell: typeof import('#lib/words/en/shell.json')
  readonly accounts: typeof import('#lib/words/en/accounts.json')
  readonly reading: typeof import('#lib/words/en/reading.json')
  readonly organising: typeof import('#lib/words/en/organising.json')
  readonly text: typeof import('#lib/words/en/text.json')
  readonly player: typeof import('#lib/words/en/player.json')
  readonly sources: typeof import('#lib/words/en/sources.json')
  readonly admin: typeof import('#lib/words/en/admin.json')
  readonly settings: typeof import('#lib/words/en/settings.json')
  readonly errors: typeof import('#lib/words/en/errors.json')
  readonly about: typeof import('#lib/words/en/about.json')
  readonly search: typeof import('#lib/words/en/search.json')
  readonly mail: typeof import('#lib/words/en/mail.json')
  readonly views: typeof import('#lib/words/en/views.json')
  readonly palette: typeof import('#lib/words/en/palette.json')
  readonly discover: typeof import('#lib/words/en/discover.json')
  readonly reasons: typeof import('#lib/words/en/reasons.json')
  readonly lab: typeof import('#lib/words/en/lab.json')
  readonly rules: typeof import('#lib/words/en/rules.json')
  readonly alerts: typeof import('#lib/words/en/alerts.json')
  readonly outputs: typeof import('#lib/words/en/outputs.json')
  readonly integrations: typeof import('#lib/words/en/integrations.json')
  readonly api: typeof import('#lib/words/en/api.json')
}

export type Area = keyof MessageFiles
export type MessageKey<A extends Area> = keyof MessageFiles[A] & string

/** Puts the messages of an area into words. */
export type AreaWords<A extends Area> = Translate<MessageKey<A>>

/** The language and messages by which lib/text/format.ts writes numbers, dates and lengths of time. */
export type Locale = {
  readonly language: Language
  /** The tag that Intl knows: "en-GB". */
  readonly tag: string
  readonly t: AreaWords<'format'>
}
