/** The filter of the admin's search and chips, as SQL over sources `s`. */
import {
  parseSourceQuery,
  type Relation,
  type SourceFigure,
  type SourceState,
  type SourceTerm,
} from '#lib/search/source-query.ts'
import type { WeightFormula } from '#lib/policy/basics/weight.ts'
import { delayFigures } from '#lib/store/freshness/delay-ranking.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { hostHolds, listing, textHolds } from '#lib/store/ground/source-listing.ts'
import { fastReaders, weightSql } from '#lib/store/planning/source-weights.ts'
import type { AdminSourcesPage } from '#lib/api/server/admin.ts'

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

/** The filter of a search; parts with mistakes are passed over: the route refuses them. */
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

/** `inState` as a flag of each row of `foundSources`. */
export const flagOf: Readonly<Record<SourceState, Prisma.Sql>> = {
  broken: Prisma.sql`found."isBroken"`,
  failing: Prisma.sql`found."isFailing"`,
  paused: Prisma.sql`found."isHeldBack"`,
  learning: Prisma.sql`found."isLearning"`,
  push: Prisma.sql`found."isTold"`,
  waiting: Prisma.sql`found."isWaiting"`,
  unsubscribed: Prisma.sql`found."isUnsubscribed"`,
}

/**
 * The finds of a filter with the states they are in, for a WITH named `found`; `more` columns come last. By joins that are hashed once and
 * shared among the processes at work: counted one state after the other, 60,000 sources took half as long again.
 */
export function foundSources(
  { joins, where }: SourceFilter,
  now: number,
  more: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
  return Prisma.sql`
    SELECT s."id", ${isFailing} AS "isFailing", ${isWaiting} AS "isWaiting",
      coalesce(fresh."state" = 'broken', false) AS "isBroken",
      (${isPolled} AND coalesce(fresh."state", 'learning') = 'learning') AS "isLearning",
      (${isPolled} AND held."name" IS NOT NULL) AS "isHeldBack", told."sourceId" IS NOT NULL AS "isTold",
      coalesce(read."subscribers", 0) <= 0 AS "isUnsubscribed" ${more}
    FROM "source" s ${joins}
    LEFT JOIN "source_freshness" fresh ON fresh."sourceId" = s."id"
    LEFT JOIN (SELECT h."name" FROM "host" h WHERE ${holdsBack(now)}) held ON held."name" = s."hostName"
    LEFT JOIN (SELECT DISTINCT u."sourceId" FROM "push_subscription" u WHERE ${tells}) told ON told."sourceId" = s."id"
    LEFT JOIN ${listing} read ON read."sourceId" = s."id" WHERE ${where}`
}

const countOf = (state: SourceState) => Prisma.sql`(count(*) FILTER (WHERE ${flagOf[state]}))::int`

/** The number of `found` in each state. */
export const countFound = Prisma.sql`
  SELECT count(*)::int AS "all", ${countOf('broken')} AS "broken", ${countOf('failing')} AS "failing",
    ${countOf('paused')} AS "paused", ${countOf('learning')} AS "learning", ${countOf('push')} AS "push",
    ${countOf('waiting')} AS "waiting", ${countOf('unsubscribed')} AS "unsubscribed" FROM found`

/** From so many sources on, counting all of them costs more than a page of them. */
const manySources = 20_000
const keptMs = 5000
const kept = new WeakMap<Database, { readonly counts: AdminSourcesPage['counts']; readonly until: number }>()

/** The same of all sources, which each page shows: where they are very many, up to 5 s old. */
export async function countAll(database: Database, now: number): Promise<AdminSourcesPage['counts']> {
  const known = kept.get(database)
  if (known !== undefined && performance.now() < known.until) return known.counts
  const everything = await sourceFilter(database, '', await getSettings(database), now)
  const [row] = await database.$queryRaw<AdminSourcesPage['counts'][]>`
    WITH found AS MATERIALIZED (${foundSources(everything, now)}) ${countFound}`
  const counts = row ?? none
  if (counts.all >= manySources) kept.set(database, { counts, until: performance.now() + keptMs })
  return counts
}

const none = {
  all: 0,
  broken: 0,
  failing: 0,
  paused: 0,
  learning: 0,
  push: 0,
  waiting: 0,
  unsubscribed: 0,
}
