import type { ReasonItem } from '#lib/api/parts/answer-parts.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { sayReason, type Listener } from '#lib/text/say-reason.ts'
import { compiledMessages, localeOf, wordsOf } from '#lib/words/server-words.ts'

let english: Listener | null = null

/** A reason as it was stored; null: there is none. */
export function toReason(stored: unknown): Reason | null {
  return stored as Reason | null // written by us alone, from values of this type
}

/**
 * A stored reason as the API gives it; null: there is none.
 * @param tellsReaders whether the source is one of `sourcesShowingHours`: else nothing is said of when its readers come
 */
export function toReasonItem(stored: unknown, tellsReaders = false): ReasonItem | null {
  const reason = toReason(stored)
  if (reason === null) return null
  const told = tellsReaders ? reason : withoutReaders(reason)
  return { ...told, text: inEnglish(told) }
}

function withoutReaders(reason: Reason): Reason {
  return reason.code === 'priceForReaders' ? { code: 'price', values: withoutHour(reason.values) } : reason
}

type ForReaders = Extract<Reason, { readonly code: 'priceForReaders' }>['values']

function withoutHour({ readersHour: _, ...values }: ForReaders) {
  return values
}

/** A reason for a column of text, in which the words of others stand as they are. */
export function reasonText(reason: Reason | string): string {
  return typeof reason === 'string' ? reason : JSON.stringify(reason)
}

/** The reason in such a column, in words. Rows from before there were codes have English sentences. */
export function sayText(text: string, say: (reason: Reason) => string): string {
  if (!/^\{"code":"\w+","values":\{/.test(text)) return text
  try {
    const reason = JSON.parse(text) as Reason
    return Object.hasOwn(compiledMessages('en', 'reasons'), reason.code) ? say(reason) : text
  } catch {
    return text // what another server said only looks like it
  }
}

/** A reason as a plain sentence, for programs and logs. */
export function inEnglish(reason: Reason): string {
  english ??= { t: wordsOf('en', 'reasons'), locale: localeOf('en'), timeZone: 'UTC', nowMs: null }
  return sayReason(reason, english)
}
