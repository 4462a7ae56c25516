import { ApiError } from '#lib/api/http/errors.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { Query, QueryError } from '#lib/search/query.ts'
import { languageOf } from '#lib/api/http/request-language.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** The search that a text asks for. @throws ApiError bad_query, with the places of what is wrong in the request's language */
export function readSearchQuery(text: string, request: Request): Query {
  const { query, errors } = parseQuery(text)
  if (errors.length > 0) throw badQuery(errors, request)
  return query
}

/** The mistakes of a query that has some, in the request's language. */
export function badQuery(errors: readonly QueryError[], request: Request): ApiError {
  const t = wordsOf(languageOf(request), 'search')
  const problems = errors.map((error) => ({ ...error, message: t(error.code, error.values) }))
  const detail = problems[0]?.message ?? ''
  return new ApiError('bad_query', 'badQuery', { field: 'query', values: { detail }, problems })
}
