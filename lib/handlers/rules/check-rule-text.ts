import { badQuery } from '#lib/handlers/postings/read-search-query.ts'
import type { RuleRequest } from '#lib/api/rules/rules.ts'
import { parseRuleText } from '#lib/search/rule-text.ts'

/** @throws ApiError bad_query, with the places of what is wrong in the text of a rule, in the request's language */
export function checkRuleText({ kind, query }: Pick<RuleRequest, 'kind' | 'query'>, request: Request): void {
  const { errors } = parseRuleText(kind, query)
  if (errors.length > 0) throw badQuery(errors, request)
}
