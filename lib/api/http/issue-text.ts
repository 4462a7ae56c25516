import { z } from 'zod'
import type { AreaWords, MessageKey } from '#lib/words/areas.ts'
import type { Language } from '#lib/words/languages.ts'
import { compiledMessages, wordsOf } from '#lib/words/server-words.ts'

/** zod's own messages; English is what it speaks anyway. */
const zodWords = {
  en: undefined,
  de: z.locales.de().localeError,
  fr: z.locales.fr().localeError,
  es: z.locales.es().localeError,
  pt: z.locales.pt().localeError,
  ja: z.locales.ja().localeError,
} as const

/** Of texts and numbers that are too long or too large, which forms send, too; null: something else is wrong. */
function boundText(issue: z.core.$ZodIssue, t: AreaWords<'errors'>): string | null {
  if (issue.code === 'too_big') {
    if (issue.origin === 'string') return t('textMost', { most: Number(issue.maximum) })
    return issue.origin === 'number' ? t('numberMost', { most: Number(issue.maximum) }) : null
  }
  if (issue.code !== 'too_small') return null
  const least = Number(issue.minimum)
  if (issue.origin === 'string') return least === 1 ? t('textEmpty') : t('textLeast', { least })
  return issue.origin === 'number' ? t('numberLeast', { least }) : null
}

/**
 * The first thing that a schema finds wrong with a value, and where. What our schemas say themselves is a key of
 * lib/words/…/errors.json; all else are zod's words. Checks once more, which only refused input pays.
 */
export function issueText(
  schema: z.ZodType,
  value: unknown,
  language: Language,
): { readonly field: string; readonly issue: string } {
  const t = wordsOf(language, 'errors')
  const error = zodWords[language]
  const [issue] = schema.safeParse(value, error === undefined ? {} : { error }).error?.issues ?? []
  const field = issue?.path.join('.') ?? ''
  if (issue === undefined) return { field, issue: t('isNotValid') }
  const isOurs = issue.message in compiledMessages('en', 'errors')
  return {
    field,
    issue: isOurs ? t(issue.message as MessageKey<'errors'>) : (boundText(issue, t) ?? issue.message),
  }
}
