// The only place that reads the message files. For the server: browsers get what it compiled.
import * as en from '#lib/words/en/messages.ts'
import * as de from '#lib/words/de/messages.ts'
import * as fr from '#lib/words/fr/messages.ts'
import * as es from '#lib/words/es/messages.ts'
import * as pt from '#lib/words/pt/messages.ts'
import * as ja from '#lib/words/ja/messages.ts'
import type { MessageFiles } from './areas.ts'
import type { Language } from './languages.ts'

/** All messages as they were written (ICU MessageFormat), by language and area. */
export const messageFiles: Readonly<Record<Language, MessageFiles>> = { en, de, fr, es, pt, ja }
