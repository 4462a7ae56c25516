import compile from 'icu-minify/compile'
import type { Area, MessageKey, Locale, AreaWords } from './areas.ts'
import { localeTags, type Language } from './languages.ts'
import { messageFiles, paletteMessages } from './message-files.ts'
import { translator, type CompiledMessages } from './translate.ts'

/** Compiled once per language and area. */
const compiled = new Map<string, CompiledMessages>()

/** The messages of an area, compiled to arrays that a browser can put into words without a parser. */
export function compiledMessages(language: Language, area: Area): CompiledMessages {
  const name = `${language} ${area}`
  const known = compiled.get(name)
  if (known !== undefined) return known
  const files = messageFiles[language]
  const messages = Object.entries<string>(area === 'palette' ? paletteMessages(language) : files[area])
  const arrays = Object.fromEntries(messages.map(([key, message]) => [key, compile(message)]))
  // The compiler's objects have no prototype, and React sends only plain ones to the browser.
  const made = JSON.parse(JSON.stringify(arrays)) as CompiledMessages
  compiled.set(name, made)
  return made
}

/** The words of an area on the server. */
export function wordsOf<A extends Area>(language: Language, area: A): AreaWords<A> {
  return translator<MessageKey<A>>(language, compiledMessages(language, area))
}

/** A language and its messages for lib/text/format.ts on the server. */
export function localeOf(language: Language): Locale {
  return { language, tag: localeTags[language], t: wordsOf(language, 'format') }
}
