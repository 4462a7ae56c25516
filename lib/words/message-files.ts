// The only place that reads the message files. For the server: browsers get what it compiled.
import * as en from '#lib/words/en/messages.ts'
import * as de from '#lib/words/de/messages.ts'
import * as fr from '#lib/words/fr/messages.ts'
import * as es from '#lib/words/es/messages.ts'
import * as pt from '#lib/words/pt/messages.ts'
import * as ja from '#lib/words/ja/messages.ts'
import type { FoundKey, MessageFiles, MessageKey } from './areas.ts'
import type { Language } from './languages.ts'

/** All messages as they were written (ICU MessageFormat), by language and area. */
export const messageFiles: Readonly<Record<Language, MessageFiles>> = { en, de, fr, es, pt, ja }

/** The messages of the palette: its own, and the names of the places that it finds with the words that people type for them. */
export function paletteMessages(language: Language): Readonly<Record<MessageKey<'palette'>, string>> {
  const { palette, ...others } = messageFiles[language]
  const found = Object.entries<Readonly<Record<string, string>>>(others).flatMap(([area, messages]) =>
    Object.entries(messages).flatMap(([key, words]) => {
      const name = /^(.+)FoundBy$/.exec(key)?.[1]
      return name === undefined
        ? []
        : [
            [`${area}.${name}`, messages[name]],
            [`${area}.${key}`, words],
          ]
    }),
  )
  return { ...palette, ...(Object.fromEntries(found) as Record<FoundKey | `${FoundKey}FoundBy`, string>) }
}
