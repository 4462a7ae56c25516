import { useState } from 'react'
import { ApiFailure } from '#lib/queries/requests/request.ts'
import { useWords } from '#lib/words/use-words.tsx'

/**
 * Puts an error into the reader's words. The server's text is in that language already (lib/api/http/route.ts); where it gave
 * none, the words belong to the code. What a browser or a package threw is English. '' for no error.
 */
export function useErrorText(): (error: unknown) => string {
  const t = useWords('common')
  return (error) => {
    if (error === null || error === undefined) return ''
    if (!(error instanceof ApiFailure)) return t('unknownFailure')
    if (error.code !== 'unreachable') return error.message
    return t(error.status === null ? 'noAnswer' : 'oddAnswer')
  }
}

/** The status behind an error, which its words do not hold (HttpStatus shows it). */
export function statusOfError(error: unknown): number | null {
  return error instanceof ApiFailure ? error.status : null
}

type FieldErrors = {
  /** The words beside a control, which may stand for several fields; null: it is not what is wrong. */
  readonly at: (...fields: readonly string[]) => string | null
  /** The words at the foot of the form: of what is wrong with none of its fields. */
  readonly rest: string
  /** To be called with each change in the form: what was refused may be mended by it. */
  readonly forget: () => void
}

/** An error in words, beside the field that it is about where that is one of `fields` (names of our API). */
export function useFieldErrors(latest: unknown, fields: readonly string[] = []): FieldErrors {
  const [error, forget] = useUntilChanged(latest)
  const text = useErrorText()(error)
  // A field within another is told with the way to it: "about.query".
  const named = error instanceof ApiFailure ? (error.field?.split('.').at(-1) ?? '') : ''
  const isShown = fields.includes(named)
  return {
    at: (...those) => (isShown && those.includes(named) ? text : null),
    rest: isShown ? '' : text,
    forget,
  }
}

/**
 * An error, and null once it was forgotten. The mutation is not reset: where one is on its way meanwhile, its callbacks would
 * be lost, and the form would stay open after it was saved.
 */
export function useUntilChanged(error: unknown): readonly [unknown, () => void] {
  const [forgotten, setForgotten] = useState<unknown>(null)
  return [error === forgotten ? null : error, () => setForgotten(error)]
}
