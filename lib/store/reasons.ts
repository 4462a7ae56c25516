import type { ReasonItem } from '#lib/api/reasons.ts'
import type { Reason } from '#lib/policy/reason.ts'
import { sayReason, type Listener } from '#lib/say-reason.ts'
import { localeOf, wordsOf } from '#lib/words/server-words.ts'

let english: Listener | null = null

/** A reason as it was stored; null: there is none. */
export function toReason(stored: unknown): Reason | null {
  return stored as Reason | null // written by us alone, from values of this type
}

/** A stored reason as the API gives it; null: there is none. */
export function toReasonItem(stored: unknown): ReasonItem | null {
  const reason = toReason(stored)
  return reason === null ? null : { ...reason, text: inEnglish(reason) }
}

/** A reason as a plain sentence, for programs and logs. */
export function inEnglish(reason: Reason): string {
  english ??= { t: wordsOf('en', 'reasons'), locale: localeOf('en'), timeZone: 'UTC', nowMs: null }
  return sayReason(reason, english)
}
