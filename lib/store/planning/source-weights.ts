import type { Asking, WeightFacts, WeightFormula } from '#lib/policy/basics/weight.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { keepCostly } from '#lib/store/connection/cache-by-cost.ts'
import { listing } from '#lib/store/ground/source-listing.ts'
import { markLastChange } from './last-change.ts'

/**
 * The weight of a source by lib/policy/basics/weight.ts, in SQL: the one place where statements get it from. `subscribers` and
 * `readers` (of `fastReaders`) are expressions; no readers may be null.
 */
export function weightSql(
  { popularity }: WeightFormula,
  subscribers: Prisma.Sql,
  readers: Prisma.Sql,
): Prisma.Sql {
  // Rounded as there: in floating point, as numeric 100,000 take four times as long.
  return Prisma.sql`(floor(s."weightFactor" * (coalesce(power(nullif(${subscribers}, 0)::float8, ${popularity}::float8), 0)
    + coalesce(${readers}, 0)) * 1e9 + 0.5) / 1e9)`
}

/**
 * The rows ("sourceId", "readers") of the sources that somebody wants fast or is alerted of, of all or of those whose id fits
 * `which`, e.g. `= ANY(…)`: as how many more readers these wishes and alerts count.
 */
export function fastReaders(formula: WeightFormula, which: Prisma.Sql | null): Prisma.Sql {
  const { sayStrength, alertStrength } = formula
  return Prisma.sql`(
    SELECT n."sourceId", ${sayStrength}::float8 * n."wished" + ${alertStrength}::float8 * n."alerted" AS "readers"
    FROM ${askedShares(formula, which)} n)`
}

const askedByAlerts = Prisma.sql`"alert_source" c JOIN "alert" a ON a."id" = c."alertId"`

/** The rows of alerts `a` and the sources `c` that they ask for: those that their subscriber `v` still reads. */
const alertedSubscriptions = Prisma.sql`${askedByAlerts}
  JOIN "subscription" v ON v."subscriberId" = a."subscriberId" AND v."sourceId" = c."sourceId"`

/**
 * The rows ("subscriberId", "sourceId", "wantsFast", "isAlerted") of the subscriptions by which somebody asks for a source, each once
 * however many alerts ask for it; of all, or of those whose reader fits `whose`.
 */
function asking(whose: (subscriberId: Prisma.Sql) => Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT e."subscriberId", e."sourceId", bool_or(e."wantsFast") AS "wantsFast", bool_or(NOT e."wantsFast") AS "isAlerted" FROM (
      SELECT v."subscriberId", v."sourceId", true AS "wantsFast" FROM "subscription" v
      WHERE v."wantsFast" AND ${whose(Prisma.sql`v."subscriberId"`)}
      UNION ALL
      SELECT v."subscriberId", v."sourceId", false FROM ${alertedSubscriptions}
      WHERE ${whose(Prisma.sql`a."subscriberId"`)}
    ) e GROUP BY e."subscriberId", e."sourceId")`
}

const ofAll = () => Prisma.sql`TRUE`

/**
 * The rows ("sourceId", "wished", "alerted") of the sources that somebody asks for: sums of `fastShare`. Each reader has one fair share for
 * wishes and alerts together. Whoever asks is counted once, whatever else they ask for: a reader of 10,000 costs 10,000 steps, not their square.
 */
function askedShares(
  { sayStrength, alertStrength, fairShare }: WeightFormula,
  which: Prisma.Sql | null,
): Prisma.Sql {
  const isMeant = which === null ? Prisma.sql`TRUE` : Prisma.sql`k."sourceId" ${which}`
  const whoever = Prisma.sql`
    SELECT f."subscriberId" FROM "subscription" f WHERE f."wantsFast" AND f."sourceId" ${which ?? Prisma.empty}
    UNION SELECT a."subscriberId" FROM ${askedByAlerts} WHERE c."sourceId" ${which ?? Prisma.empty}`
  const whose = (id: Prisma.Sql) => (which === null ? Prisma.sql`TRUE` : Prisma.sql`${id} IN (${whoever})`)
  // As `countsAsUrgent` has it.
  const isUrgent = Prisma.sql`(k."wantsFast" AND (NOT k."isAlerted" OR ${sayStrength >= alertStrength}))`
  return Prisma.sql`(
    SELECT k."sourceId", coalesce(sum(k."share") FILTER (WHERE ${isUrgent}), 0) AS "wished",
      coalesce(sum(k."share") FILTER (WHERE NOT ${isUrgent}), 0) AS "alerted"
    FROM (
      SELECT e.*, least(1, ${fairShare}::float8 / count(*) OVER (PARTITION BY e."subscriberId")) AS "share"
      FROM ${asking(whose)} e
    ) k WHERE ${isMeant} GROUP BY k."sourceId")`
}

/** The number of subscribers to the source of row `s`. */
export const subscribersOf = Prisma.sql`(SELECT count(*)::int FROM "subscription" u WHERE u."sourceId" = s."id")`

/** The facts that these sources are weighed by; unknown ids are left out. */
export async function readWeightFacts(
  database: Database | Transaction,
  ids: readonly number[],
  formula: WeightFormula,
): Promise<Map<number, WeightFacts>> {
  const wanted = Prisma.sql`= ANY(${[...ids]}::int[])`
  return factsWhere(database, Prisma.sql`s."id" ${wanted}`, {
    formula,
    which: wanted,
    subscribers: subscribersOf,
    joins: Prisma.empty,
  })
}

/** The facts that the sources are weighed by that a filter over `s` finds: they may be very many. */
export async function readWeightFactsWhere(
  database: Database,
  { joins, where }: { readonly joins: Prisma.Sql; readonly where: Prisma.Sql },
  formula: WeightFormula,
): Promise<Map<number, WeightFacts>> {
  return factsWhere(database, where, {
    formula,
    which: null,
    subscribers: Prisma.sql`coalesce(counted."subscribers", 0)`,
    joins: Prisma.sql`${joins} LEFT JOIN ${listing} counted ON counted."sourceId" = s."id"`,
  })
}

type FactsAsked = {
  readonly formula: WeightFormula
  /** As of `fastReaders`. */
  readonly which: Prisma.Sql | null
  readonly subscribers: Prisma.Sql
  /** The joins that `subscribers` needs. */
  readonly joins: Prisma.Sql
}

/** As JSON: 100,000 rows as objects take a second. */
async function factsWhere(
  database: Database | Transaction,
  condition: Prisma.Sql,
  { formula, which, subscribers, joins }: FactsAsked,
): Promise<Map<number, WeightFacts>> {
  const [row] = await database.$queryRaw<{ rows: string | null }[]>`
    SELECT json_agg(json_build_array(s."id", s."weightFactor", ${subscribers}, coalesce(r."wished", 0)::float8,
      ${formula.alertStrength}::float8 * coalesce(r."alerted", 0)::float8))::text AS "rows"
    FROM "source" s ${joins} LEFT JOIN ${askedShares(formula, which)} r ON r."sourceId" = s."id" WHERE ${condition}`
  const rows = JSON.parse(row?.rows ?? '[]') as [number, number, number, number, number][] // written by the statement above
  return new Map(
    rows.map(([id, factor, subscribers, shares, alertLift]) => [
      id,
      { factor, subscribers, shares, alertLift },
    ]),
  )
}

/**
 * The facts that all sources with subscribers are weighed by, whatever the formula is: of each who asks for it, for how many they ask in
 * all; by those who want it fast, those who are alerted of it, and those who do both.
 */
export type WeighedSource = Omit<WeightFacts, 'shares' | 'alertLift'> & {
  readonly wanted: readonly number[]
  readonly alerted: readonly number[]
  readonly both: readonly number[]
}

type WeighedRow = [number, number, number, number[], number[], number[]]

/** By source id. Where there are very many, they may be some seconds old. As JSON: 100,000 rows as objects take a second. */
export const readWeighedSources = keepCostly(
  async (database: Database): Promise<ReadonlyMap<number, WeighedSource>> => {
    const [row] = await database.$queryRaw<{ rows: string | null }[]>`
    SELECT json_agg(json_build_array(s."id", s."weightFactor", l."subscribers", coalesce(r."wanted", '[]'),
      coalesce(r."alerted", '[]'), coalesce(r."both", '[]')))::text AS "rows"
    FROM "source" s JOIN ${listing} l ON l."sourceId" = s."id" AND l."subscribers" > 0
    LEFT JOIN (
      SELECT n."sourceId", json_agg(n."asked") FILTER (WHERE NOT n."isAlerted") AS "wanted",
        json_agg(n."asked") FILTER (WHERE NOT n."wantsFast") AS "alerted",
        json_agg(n."asked") FILTER (WHERE n."wantsFast" AND n."isAlerted") AS "both"
      FROM (SELECT e.*, count(*) OVER (PARTITION BY e."subscriberId") AS "asked" FROM ${asking(ofAll)} e) n GROUP BY n."sourceId"
    ) r ON r."sourceId" = s."id"`
    const rows = JSON.parse(row?.rows ?? '[]') as WeighedRow[] // written by the statement above
    const weighed = new Map<number, WeighedSource>()
    for (const [id, factor, subscribers, wanted, alerted, both] of rows)
      weighed.set(id, { factor, subscribers, wanted, alerted, both })
    return weighed
  },
  { readMark: markLastChange },
)

/** The ways in which a subscriber asks for sources, by source: wanting them fast, being alerted of them, or both. */
export async function readAsking(database: Database, subscriberId: string): Promise<Map<number, Asking>> {
  const rows = await database.$queryRaw<({ sourceId: number } & Asking)[]>`
    SELECT e."sourceId", e."wantsFast", e."isAlerted" FROM ${asking((id) => Prisma.sql`${id} = ${subscriberId}`)} e`
  return new Map(rows.map(({ sourceId, ...asked }) => [sourceId, asked]))
}

/** The number of sources that each alert of a subscriber lifts, by alert. */
export async function countLifted(database: Database, subscriberId: string): Promise<Map<number, number>> {
  const rows = await database.$queryRaw<{ id: number; count: number }[]>`
    SELECT a."id", count(*)::int AS "count" FROM ${alertedSubscriptions}
    WHERE a."subscriberId" = ${subscriberId} GROUP BY a."id"`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Names of sources; one without a title is called by its address. */
export async function readSourceTitles(
  database: Database,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await database.source.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, title: true, url: true },
  })
  return new Map(rows.map((row) => [row.id, row.title === '' ? row.url : row.title]))
}
