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
import { hostHolds, listing, textHolds } from './source-listing.ts'
import { fastReaders, weightSql } from './source-weights.ts'

/** Conditions on sources `s`, and what must be joined to them for that. */
export type SourceFilter = { readonly joins: Prisma.Sql; readonly where: Prisma.Sql }

/** Sources with a poll to come: the others wait for a subscriber, or their publisher does not want them polled. */
export const isPolled = Prisma.sql`s."nextPollAt" IS NOT NULL`

/**
 * Each with EXISTS: as an anti-join or by index. With NOT IN the database compares each of 100,000 sources with all others as soon as
 * these outgrow its memory for a statement: minutes.
 */
export function inState(state: SourceState, now: number): Prisma.Sql {
  switch (state) {
    case 'broken':
      return Prisma.sql`EXISTS (SELECT 1 FROM "source_freshness" f WHERE f."sourceId" = s."id" AND f."state" = 'broken')`
    case 'failing':
      return isFailing
    case 'paused':
      return Prisma.sql`(${isPolled} AND EXISTS (
        SELECT 1 FROM "host" h WHERE h."name" = s."hostName" AND ${holdsBack(now)}))`
    case 'learning':
      return Prisma.sql`(${isPolled} AND NOT EXISTS (
        SELECT 1 FROM "source_freshness" f WHERE f."sourceId" = s."id" AND f."state" <> 'learning'))`
    case 'push':
      return Prisma.sql`EXISTS (SELECT 1 FROM "push_subscription" u WHERE u."sourceId" = s."id" AND ${tells})`
    case 'waiting':
      return isWaiting
    case 'unsubscribed':
      return Prisma.sql`NOT EXISTS (SELECT 1 FROM ${listing} n WHERE n."sourceId" = s."id" AND n."subscribers" > 0)`
    default:
      return state satisfies never
  }
}

const isFailing = Prisma.sql`coalesce(s."lastOutcome" IN ('failed', 'gone') AND s."consecutiveFailures" > 0, false)`
const isWaiting = Prisma.sql`s."lastPolledAt" IS NULL`
const tells = Prisma.sql`(u."state" = 'active' AND u."isOffered")`

function holdsBack(now: number): Prisma.Sql {
  return Prisma.sql`(h."downSince" IS NOT NULL OR (h."pauseStatus" IS NOT NULL AND h."nextRequestAt" > ${new Date(now)}))`
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
  if (terms.some(({ kind }) => kind === 'text' || kind === 'host'))
    joins.push(Prisma.sql`JOIN "source_listing" l ON l."sourceId" = s."id"`)
  if (figures.has('subscribers') || figures.has('weight'))
    joins.push(Prisma.sql`LEFT JOIN ${listing} fc ON fc."sourceId" = s."id"`)
  if (figures.has('weight'))
    joins.push(Prisma.sql`LEFT JOIN ${fastReaders(formula, null)} fs ON fs."sourceId" = s."id"`)
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

function holds(term: SourceTerm, formula: WeightFormula, now: number): Prisma.Sql {
  const condition = conditionOf(term, formula, now)
  if (!term.isExcluded) return condition
  // A state is known of each source: without the coalesce its subquery becomes an anti-join.
  return term.kind === 'state' ? Prisma.sql`NOT ${condition}` : Prisma.sql`NOT coalesce(${condition}, false)`
}

function conditionOf(term: SourceTerm, formula: WeightFormula, now: number): Prisma.Sql {
  switch (term.kind) {
    case 'text':
      return textHolds(term.text)
    case 'host':
      return hostHolds(term.text)
    case 'state':
      return inState(term.state, now)
    case 'figure':
      return Prisma.sql`${figureOf(term.figure, formula)} ${relations[term.relation]} ${term.value}::float8`
    default:
      return term satisfies never
  }
}

const subscribed = Prisma.sql`coalesce(fc."subscribers", 0)`

function figureOf(figure: SourceFigure, formula: WeightFormula): Prisma.Sql {
  switch (figure) {
    case 'delay':
      return Prisma.sql`fd."medianMs"`
    case 'weight':
      return weightSql(formula, subscribed, Prisma.sql`fs."readers"`)
    case 'subscribers':
      return subscribed
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

/**
 * How many sources that fit the search are in each state: the conditions of `inState`, by one pass over what was found and
 * joins that are hashed once.
 */
export async function countByState(
  database: Database,
  { joins, where }: SourceFilter,
  now: number,
): Promise<AdminSourcesPage['counts']> {
  const [row] = await database.$queryRaw<AdminSourcesPage['counts'][]>`
    WITH found AS MATERIALIZED (
      SELECT s."id", s."hostName", ${isPolled} AS "isPolled", ${isFailing} AS "isFailing", ${isWaiting} AS "isWaiting"
      FROM "source" s ${joins} WHERE ${where}
    )
    SELECT count(*)::int AS "all",
      (count(*) FILTER (WHERE f."state" = 'broken'))::int AS "broken",
      (count(*) FILTER (WHERE s."isFailing"))::int AS "failing",
      (count(*) FILTER (WHERE s."isPolled" AND h."name" IS NOT NULL))::int AS "paused",
      (count(*) FILTER (WHERE s."isPolled" AND coalesce(f."state", 'learning') = 'learning'))::int AS "learning",
      (count(*) FILTER (WHERE s."isWaiting"))::int AS "waiting",
      (SELECT count(*)::int FROM found s WHERE ${inState('push', now)}) AS "push",
      (SELECT count(*)::int FROM found s WHERE ${inState('unsubscribed', now)}) AS "unsubscribed"
    FROM found s
    LEFT JOIN "source_freshness" f ON f."sourceId" = s."id"
    LEFT JOIN "host" h ON h."name" = s."hostName" AND ${holdsBack(now)}`
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
