import type { Language } from './languages.ts'
import type { Translate } from './translate.ts'

/** The message files of one language, by area. English is the model: its keys are what `t` accepts. */
export type MessageFiles = typeof import('#lib/words/en/messages.ts')

export type Area = keyof MessageFiles
type OwnKey<A extends Area> = keyof MessageFiles[A] & string

/**
 * Places that the palette finds by a message of another area, as `settings.theme`. Beside that message stands another with the words
 * that people may type for it, `themeFoundBy`. No screen shows those.
 */
export type FoundKey = {
  [A in Exclude<Area, 'palette'>]: OwnKey<A> extends infer K
    ? K extends `${infer Name}FoundBy`
      ? `${A}.${Name}`
      : never
    : never
}[Exclude<Area, 'palette'>]

/** The keys of an area. Those of the palette are also the places that it finds, so that its words come with every page. */
export type MessageKey<A extends Area> =
  | OwnKey<A>
  | (A extends 'palette' ? FoundKey | `${FoundKey}FoundBy` : never)

/** Puts the messages of an area into words. */
export type AreaWords<A extends Area> = Translate<MessageKey<A>>

/** The language and messages by which lib/text/format.ts writes numbers, dates and lengths of time. */
export type Locale = {
  readonly language: Language
  /** The tag that Intl knows: "en-GB". */
  readonly tag: string
  readonly t: AreaWords<'format'>
}
