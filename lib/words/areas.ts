import type { Language } from './languages.ts'
import type { Translate } from './translate.ts'

/** The message files of one language, by area. English is the model: its keys are what `t` accepts. */
export type MessageFiles = typeof import('#lib/words/en/messages.ts')

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
