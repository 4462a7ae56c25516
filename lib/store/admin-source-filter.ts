/** What the admin's search and chips ask for, as SQL over sources `s`. */
import type { AdminSourcesPage } from '#lib/api/admin.ts'
import {
  parseSourceQuery,
  type Relation,
  type SourceFigure,
  type SourceState,
  type SourceTerm,
} from '#lib/search/source-query.ts'
import type { WeightFormula } from '#lib/policy/weight.ts'
import { delayFigures } from './delay-ranking.ts'
import type { Database } from './database.ts'
import { Prisma } from './generated/client.ts'
import { getSettings } from './settings.ts'
import { fastShares, weightSql } from './source-weights.ts'

/** Conditions on sources `s`, and what must be joined to them for that. */
export type SourceFilter = { readonly joins: Prisma.Sql; readonly where: Prisma.Sql }

/** Sources with a poll to come: the others wait for a subscriber, or their publisher does not want them polled. */
export const isPolled = Prisma.sql`s."nextPollAt" IS NOT NULL`

/** Subqueries without a reference to `s`: the database runs each once, not once for each of 100,000 sources. */
export function inState(state: SourceState, now: number): Prisma.Sql {
  switch (state) {
    case 'broken':
      return Prisma.sql`s."id" IN (SELECT f."sourceId" FROM "source_freshness" f WHERE f."state" = 'broken')`
    case 'failing':
      return Prisma.sql`coalesce(s."lastOutcome" IN ('failed', 'gone') AND s."consecutiveFailures" > 0, false)`
    case 'paused':
      return Prisma.sql`(${isPolled} AND s."hostName" IN (
        SELECT h."name" FROM "host" h
        WHERE h."downSince" IS NOT NULL OR (h."pauseStatus" IS NOT NULL AND h."nextRequestAt" > ${new Date(now)})))`
    case 'learning':
      return Prisma.sql`(${isPolled} AND s."id" NOT IN (
        SELECT f."sourceId" FROM "source_freshness" f WHERE f."state" <> 'learning'))`
    case 'push':
      return Prisma.sql`s."id" IN (
        SELECT u."sourceId" FROM "push_subscription" u WHERE u."state" = 'active' AND u."isOffered")`
    case 'waiting':
      return Prisma.sql`s."lastPolledAt" IS NULL`
    case 'unsubscribed':
      return Prisma.sql`s."id" NOT IN (SELECT u."sourceId" FROM "subscription" u)`
    default:
      return state satisfies never
  }
}

/** What a search asks for; parts with mistakes are passed over: the route refuses them. */
export async function sourceFilter(
  database: Database,
  search: string,
  formula: WeightFormula,
  now: number,
): Promise<SourceFilter> {
  const { terms } = parseSourceQuery(search)
  const figures = new Set(terms.flatMap((term) => (term.kind === 'figure' ? [term.figure] : [])))
  const joins: Prisma.Sql[] = []
  if (figures.has('subscribers') || figures.has('weight')) joins.push(joinCounts)
  if (figures.has('weight'))
    joins.push(Prisma.sql`LEFT JOIN ${fastShares(formula, null)} fs ON fs."sourceId" = s."id"`)
  if (figures.has('rate')) joins.push(Prisma.sql`LEFT JOIN "plan" fp ON fp."id" = s."planId"`)
  if (figures.has('delay'))
    joins.push(Prisma.sql`LEFT JOIN ${await delayFigures(database)} fd ON fd."sourceId" = s."id"`)
  // An archive is not a source: it only holds what a subscriber brought.
  const conditions = [
    Prisma.sql`s."archiveOwnerId" IS NULL`,
    ...terms.map((term) => holds(term, formula, now)),
  ]
  return { joins: Prisma.join([Prisma.empty, ...joins], ' '), where: Prisma.join(conditions, ' AND ') }
}

const joinCounts = Prisma.sql`
  LEFT JOIN (SELECT u."sourceId", count(*)::int AS "n" FROM "subscription" u GROUP BY u."sourceId") fc
    ON fc."sourceId" = s."id"`

function holds(term: SourceTerm, formula: WeightFormula, now: number): Prisma.Sql {
  const condition = conditionOf(term, formula, now)
  return term.isExcluded ? Prisma.sql`NOT coalesce(${condition}, false)` : condition
}

function conditionOf(term: SourceTerm, formula: WeightFormula, now: number): Prisma.Sql {
  switch (term.kind) {
    case 'text':
      return Prisma.sql`(${contains(Prisma.sql`s."title"`, term.text)} OR ${contains(Prisma.sql`s."url"`, term.text)}
        OR ${contains(Prisma.sql`s."hostName"`, term.text)})`
    case 'host':
      return contains(Prisma.sql`s."hostName"`, term.text)
    case 'state':
      return inState(term.state, now)
    case 'figure':
      return Prisma.sql`${figureOf(term.figure, formula)} ${relations[term.relation]} ${term.value}::float8`
    default:
      return term satisfies never
  }
}

/** strpos instead of LIKE: what is looked for may hold % and _. */
function contains(column: Prisma.Sql, text: string): Prisma.Sql {
  return Prisma.sql`strpos(lower(${column}), lower(${text})) > 0`
}

function figureOf(figure: SourceFigure, formula: WeightFormula): Prisma.Sql {
  switch (figure) {
    case 'delay':
      return Prisma.sql`fd."medianMs"`
    case 'weight':
      return weightSql(formula, Prisma.sql`coalesce(fc."n", 0)`, Prisma.sql`fs."shares"`)
    case 'subscribers':
      return Prisma.sql`coalesce(fc."n", 0)`
    case 'rate':
      return Prisma.sql`fp."ratePerDay"`
    default:
      return figure satisfies never
  }
}

const relations: Readonly<Record<Relation, Prisma.Sql>> = {
  '<': Prisma.sql`<`,
  '<=': Prisma.sql`<=`,
  '>': Prisma.sql`>`,
  '>=': Prisma.sql`>=`,
  '=': Prisma.sql`=`,
}

/** How many sources that fit the search are in each state. */
export async function countByState(
  database: Database,
  { joins, where }: SourceFilter,
  now: number,
): Promise<AdminSourcesPage['counts']> {
  const count = (state: SourceState) => Prisma.sql`(count(*) FILTER (WHERE ${inState(state, now)}))::int`
  const [row] = await database.$queryRaw<AdminSourcesPage['counts'][]>`
    SELECT count(*)::int AS "all", ${count('broken')} AS "broken", ${count('failing')} AS "failing",
      ${count('paused')} AS "paused", ${count('learning')} AS "learning", ${count('push')} AS "push",
      ${count('waiting')} AS "waiting", ${count('unsubscribed')} AS "unsubscribed"
    FROM "source" s ${joins} WHERE ${where}`
  return row ?? none
}

/** From so many sources on, counting all of them costs more than a page of them. */
const manySources = 20_000
const keptMs = 5000
const kept = new WeakMap<Database, { readonly counts: AdminSourcesPage['counts']; readonly until: number }>()

/** The same of all sources, which each page shows: where they are very many, up to 5 s old. */
export async function countAll(database: Database, now: number): Promise<AdminSourcesPage['counts']> {
  const known = kept.get(database)
  if (known !== undefined && performance.now() < known.until) return known.counts
  const counts = await countByState(
    database,
    await sourceFilter(database, '', await getSettings(database), now),
    now,
  )
  if (counts.all >= manySources) kept.set(database, { counts, until: performance.now() + keptMs })
  return counts
}

const none = {
  ...{ all: 0, broken: 0, failing: 0, paused: 0 },
  ...{ learning: 0, push: 0, waiting: 0, unsubscribed: 0 },
}
