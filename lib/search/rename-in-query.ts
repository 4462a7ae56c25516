import { isBareName, quotedTerm } from './format-query.ts'
import { longestQuery, parseQuery } from './parse-query.ts'
import { readTokens, type LeafToken } from './read-tokens.ts'

/** Fields that name what a subscriber can rename. */
export type NameField = 'from' | 'in' | 'label'

/** The names that a query gives in a field, as written. */
export function namesInQuery(text: string, field: NameField): string[] {
  return nameTokens(text, field).map(({ value }) => value.trim())
}

/**
 * A query's text with other names in a field; all else stays as it was written. `replace` says for a name which names
 * stand for it now (several: any of them), or null to leave it. A query that would become too long stays as it is.
 */
export function renameInQuery(
  text: string,
  field: NameField,
  replace: (name: string) => readonly string[] | null,
): string {
  const renamed = nameTokens(text, field).reduceRight((changed, token) => {
    const names = replace(token.value.trim())
    if (names === null || names.length === 0) return changed
    const fieldName = text.slice(token.at, token.valueAt)
    const terms = names.map((name) => fieldName + (isBareName(name) ? name : quotedTerm(name)))
    const term = terms.length === 1 ? terms.join('') : `(${terms.join(' OR ')})`
    return changed.slice(0, token.at) + term + changed.slice(token.at + token.length)
  }, text)
  return parseQuery(renamed).errors.length > 0 ? text : renamed
}

/** The places where a query names something in a field, in UTF-16 units. None of a query that is not understood. */
export function nameTokens(text: string, field: NameField): LeafToken[] {
  if (text.length > longestQuery || parseQuery(text).errors.length > 0) return []
  return readTokens(text, []).filter(
    (token): token is LeafToken => token.kind === 'leaf' && token.field === field,
  )
}
