import type { Query } from '#lib/search/query.ts'
import { parseRuleText, type RuleKind, type RuleMatcher } from '#lib/search/rule-text.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { conditionOf, type SearchContext } from '#lib/store/search/search-condition.ts'
import { indexQueryOf } from '#lib/store/search/search-index-query.ts'
import { isInScope } from '#lib/store/ground/subscription-scope.ts'

/** The postings that a rule is about, by the columns of its row. */
export type RuleScope = {
  readonly scope: string
  readonly folderId: number | null
  readonly sourceId: number | null
}

/**
 * The subscriptions `u` that a rule is about. Muted sources only where the rule is for that source: nobody is told of them.
 * Nothing where the rule's folder or source is gone: it must not be about everything then.
 */
export function isInRuleScope(subscriberId: string, { scope, folderId, sourceId }: RuleScope): Prisma.Sql {
  switch (scope) {
    case 'all':
      return Prisma.sql`(NOT u."isMuted")`
    case 'folder':
      return folderId === null ? Prisma.sql`FALSE` : isInScope(subscriberId, { folderId })
    case 'source':
      return sourceId === null ? Prisma.sql`FALSE` : isInScope(subscriberId, { sourceId })
    default:
      return Prisma.sql`FALSE`
  }
}

/** The search of a stored rule; null: its text is not understood (any more), so it finds nothing. */
export function matcherOf({
  kind,
  query,
}: {
  readonly kind: string
  readonly query: string
}): RuleMatcher | null {
  const { matcher, errors } = parseRuleText(kind as RuleKind, query) // written by lib/store/rules/rules.ts
  return errors.length > 0 ? null : matcher
}

/**
 * A matcher as a condition on a hit `h`, as `conditionOf` has it; never NULL. The words of a long list are asked for at once:
 * each condition on a document reads all of it.
 */
export function conditionOfMatcher(
  { isNegated, query, titlePatterns }: RuleMatcher,
  context: SearchContext,
): Prisma.Sql {
  const parts = query.kind === 'or' ? query.parts : [query]
  const exact = parts.map((part) => exactTsquery(part, context))
  const words = exact.filter((tsquery) => tsquery !== null)
  const conditions = [
    ...(words.length === 0 ? [] : [Prisma.sql`(h."document" @@ ${words.join(' | ')}::tsquery)`]),
    ...parts.filter((_, at) => exact[at] === null).map((part) => conditionOf(part, context)),
    ...(titlePatterns.length === 0 ? [] : [Prisma.sql`(p."title" ILIKE ANY(${[...titlePatterns]}::text[]))`]),
  ]
  const isFound = conditions.length === 0 ? Prisma.sql`FALSE` : Prisma.join(conditions, ' OR ')
  return isNegated ? Prisma.sql`(NOT coalesce(${isFound}, false))` : Prisma.sql`coalesce(${isFound}, false)`
}

function exactTsquery(query: Query, { forms }: SearchContext): string | null {
  const answered = indexQueryOf(query, forms)
  return answered?.isExact === true ? answered.tsquery : null
}

/** Whether what a query finds depends on what rules before it change. */
export function readsWhatRulesChange(query: Query): boolean {
  switch (query.kind) {
    case 'is':
      return (
        query.state === 'unread' ||
        query.state === 'read' ||
        query.state === 'starred' ||
        query.state === 'hidden'
      )
    case 'label':
      return true
    case 'and':
    case 'or':
      return query.parts.some(readsWhatRulesChange)
    case 'not':
      return readsWhatRulesChange(query.part)
    default:
      return false
  }
}
