import { resolveQueryDate } from '#lib/search/query-dates.ts'
import { unitsMs, type Query, type QueryState } from '#lib/search/query.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { languageLexeme, sourceLexeme } from './search-document.ts'
import { guessedLanguage, type SearchScope, type SourceQuery } from './search-scope.ts'
import { tsqueryOf, type OtherForms } from './search-text.ts'

/** The meaning of a query's words where it is asked. */
export type SearchContext = {
  readonly now: number
  readonly scope: SearchScope
  readonly forms: OtherForms
}

/** Times in epoch milliseconds: from `startAt`, before `endAt`. */
export type TimeRange = { readonly startAt: number; readonly endAt: number }

/**
 * A query as a condition on a hit `h` (id, shownAt, sourceId, document), its posting `p`, subscription `u` and state
 * `t`.
 */
export function conditionOf(query: Query, context: SearchContext): Prisma.Sql {
  switch (query.kind) {
    case 'all':
      return Prisma.sql`TRUE`
    case 'and':
    case 'or': {
      const parts = query.parts.map((part) => conditionOf(part, context))
      return Prisma.sql`(${Prisma.join(parts, query.kind === 'and' ? ' AND ' : ' OR ')})`
    }
    case 'not':
      return Prisma.sql`(NOT ${conditionOf(query.part, context)})`
    case 'text':
      return Prisma.sql`(h."document" @@ ${tsqueryOf(query, context.forms)}::tsquery)`
    case 'from':
    case 'in':
    case 'lang':
      return ofSources(query, context.scope)
    case 'label':
      return hasLabel(query.name)
    case 'is':
      return stateCondition(query.state)
    case 'date': {
      const { startAt, endAt } = rangeOfDate(query, context.now)
      return Prisma.sql`(${startAt === -Infinity ? Prisma.sql`TRUE` : Prisma.sql`h."shownAt" >= ${new Date(startAt)}`}
        AND ${endAt === Infinity ? Prisma.sql`TRUE` : Prisma.sql`h."shownAt" < ${new Date(endAt)}`})`
    }
    case 'delay': {
      const operator = Prisma.raw(query.relation === '<' ? '<' : '>')
      const delayMs = query.count * unitsMs[query.unit]
      return Prisma.sql`(p."publishedAt" IS NOT NULL AND NOT p."isInitial"
        AND extract(epoch FROM p."foundAt" - p."publishedAt") * 1000 ${operator} ${delayMs}::float8)`
    }
    default:
      return query satisfies never
  }
}

/** Of the sources that are named; of a language also the texts in it of sources that say none, as it was guessed. */
function ofSources(query: SourceQuery, { named, undeclaredIds }: SearchScope): Prisma.Sql {
  const language = guessedLanguage(query)
  const ids = named.get(query) ?? []
  if (language === null || ids.length === 0) return Prisma.sql`(h."sourceId" = ANY(${[...ids]}::int[]))`
  const declared = ids.filter((id) => !undeclaredIds.has(id))
  return Prisma.sql`(h."sourceId" = ANY(${declared}::int[]) OR (h."sourceId" = ANY(${[...undeclaredIds]}::int[])
    AND coalesce(h."document" @@ ${`'${languageLexeme(language)}'`}::tsquery, false)))`
}

/** Whether the condition of a query looks into documents. */
export function readsDocuments(query: Query): boolean {
  switch (query.kind) {
    case 'text':
      return true
    case 'lang':
      return guessedLanguage(query) !== null
    case 'and':
    case 'or':
      return query.parts.some(readsDocuments)
    case 'not':
      return readsDocuments(query.part)
    default:
      return false
  }
}

/** Of the posting itself or of its source; by name, capitals or not. */
function hasLabel(name: string): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT 1 FROM "label" l
    WHERE l."subscriberId" = coalesce(u."subscriberId", t."subscriberId") AND lower(l."name") = lower(${name.trim()})
      AND (EXISTS (SELECT 1 FROM "posting_label" pl WHERE pl."labelId" = l."id" AND pl."postingId" = h."id")
        OR EXISTS (SELECT 1 FROM "subscription_label" sl
          WHERE sl."labelId" = l."id" AND sl."subscriptionId" = u."id")))`
}

function stateCondition(state: QueryState): Prisma.Sql {
  const isRead = Prisma.sql`coalesce(t."isRead", h."id" <= u."readThrough", true)`
  switch (state) {
    case 'unread':
      return Prisma.sql`(NOT ${isRead})`
    case 'read':
      return isRead
    case 'starred':
      return Prisma.sql`(t."starredAt" IS NOT NULL)`
    case 'later':
      return Prisma.sql`(t."laterAt" IS NOT NULL)`
    case 'noted':
      return Prisma.sql`(t."notedAt" IS NOT NULL)`
    case 'hidden':
      return Prisma.sql`(t."hiddenAt" IS NOT NULL AND u."id" IS NOT NULL)`
    case 'updated':
      return Prisma.sql`(p."editedAt" IS NOT NULL)`
    case 'video':
    case 'audio': {
      const path = `$[*].type ? (@ starts with "${state}/")`
      return Prisma.sql`jsonb_path_exists(p."enclosures", ${path}::jsonpath)`
    }
    default:
      return state satisfies never
  }
}

/**
 * So many sources may stand in one index query, which looks at each entry for each hit: of 80,000 postings 14,750 have a word that
 * begins so, and those of 128 sources among them come in 8 ms instead of 22, those of 256 in 16, those of 512 in 46; of 766 with a rare
 * word those of 128 in 2.7 ms instead of 1.1, those of 256 in 9 instead of 1.3.
 */
const mostSourceEntries = 128

/** Sources as entries of an index query, where they are few; null: too many. */
export function sourceEntries(sourceIds: readonly number[]): string | null {
  if (sourceIds.length === 0 || sourceIds.length > mostSourceEntries) return null
  return `(${sourceIds.map((id) => `'${sourceLexeme(id)}'`).join(' | ')})`
}

/** Those of the sources outside of which a query has no hit. */
export function necessarySources(
  query: Query,
  { named: namedBy }: Pick<SearchScope, 'named'>,
  sourceIds: readonly number[],
): readonly number[] {
  const parts = query.kind === 'and' ? query.parts : [query]
  return parts.reduce<readonly number[]>((kept, part) => {
    const named = namedBy.get(part)
    if (named === undefined) return kept
    const meant = new Set(named)
    return kept.filter((id) => meant.has(id))
  }, sourceIds)
}

/** The times outside of which a query has no hit. */
export function necessaryRange(query: Query, now: number): TimeRange {
  const parts = query.kind === 'and' ? query.parts : [query]
  return parts
    .filter((part) => part.kind === 'date')
    .map((part) => rangeOfDate(part, now))
    .reduce((a, b) => ({ startAt: Math.max(a.startAt, b.startAt), endAt: Math.min(a.endAt, b.endAt) }), {
      startAt: -Infinity,
      endAt: Infinity,
    })
}

/** Whether a query has hits of one state only. */
export function demandsState(query: Query, state: QueryState): boolean {
  const parts = query.kind === 'and' ? query.parts : [query]
  return parts.some((part) => part.kind === 'is' && part.state === state)
}

/** Whether a query says anywhere, with or without a minus, what it wants of a state. */
export function mentionsState(query: Query, state: QueryState): boolean {
  switch (query.kind) {
    case 'is':
      return query.state === state
    case 'and':
    case 'or':
      return query.parts.some((part) => mentionsState(part, state))
    case 'not':
      return mentionsState(query.part, state)
    default:
      return false
  }
}

function rangeOfDate({ relation, date }: Extract<Query, { kind: 'date' }>, now: number): TimeRange {
  const { startAt, endAt } = resolveQueryDate(date, now)
  if (relation === 'on') return { startAt, endAt }
  return relation === 'before' ? { startAt: -Infinity, endAt: startAt } : { startAt, endAt: Infinity }
}
