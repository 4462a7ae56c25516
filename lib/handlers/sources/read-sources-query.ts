import { adminSourcesQuery, type AdminSourcesQuery } from '#lib/api/server/admin.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { readQuery } from '#lib/api/http/route.ts'
import { parseSourceQuery } from '#lib/search/source-query.ts'
import { languageOf } from '#lib/api/http/request-language.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** The sources that are asked for. @throws ApiError bad_query, with the places of what is wrong in the search */
export function readSourcesQuery(request: Request): AdminSourcesQuery {
  const query = readQuery(request, adminSourcesQuery)
  refuseMistakes(request, query.search)
  return query
}

/** @throws ApiError bad_query, with the places of what is wrong in a search for sources */
export function refuseMistakes(request: Request, search: string): void {
  const t = wordsOf(languageOf(request), 'search')
  const { errors } = parseSourceQuery(search)
  const problems = errors.map((error) => ({ ...error, message: t(error.code, error.values) }))
  const [first] = problems
  if (first === undefined) return
  throw new ApiError('bad_query', 'badQuery', {
    field: 'search',
    values: { detail: first.message },
    problems,
  })
}
