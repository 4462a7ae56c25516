import { ApiError } from '#lib/api/errors.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import { describeQueryError, type Query } from '#lib/search/query.ts'

/** What a query's text asks for. @throws ApiError bad_query, with the places of what is wrong */
export function readSearchQuery(text: string): Query {
  const { query, errors } = parseQuery(text)
  const problems = errors.map((error) => ({ ...error, message: describeQueryError(error) }))
  const [first] = problems
  if (first === undefined) return query
  throw new ApiError('bad_query', first.message, { field: 'query', problems })
}
