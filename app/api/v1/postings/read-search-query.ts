import { ApiError } from '#lib/api/errors.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { Query } from '#lib/search/query.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** What a query's text asks for. @throws ApiError bad_query, with the places of what is wrong in the request's language */
export function readSearchQuery(text: string, { headers }: Request): Query {
  const { query, errors } = parseQuery(text)
  const t = wordsOf(languageOfRequest(headers), 'search')
  const problems = errors.map((error) => ({ ...error, message: t(error.code, error.values) }))
  const [first] = problems
  if (first === undefined) return query
  throw new ApiError('bad_query', 'badQuery', { field: 'query', values: { detail: first.message }, problems })
}
