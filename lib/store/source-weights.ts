import type { WeightFacts, WeightFormula } from '#lib/policy/weight.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { keepCostly } from './keep-costly.ts'
import { listing } from './source-listing.ts'

/**
 * The weight of a source by lib/policy/weight.ts, in SQL: the one place where statements get it from. `subscribers` and
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
  return Prisma.sql`(
    SELECT n."sourceId", sum(n."readers") AS "readers" FROM (
      SELECT x."sourceId", ${formula.sayStrength}::float8 * x."shares" AS "readers" FROM ${wishShares(formula, which)} x
      UNION ALL
      SELECT y."sourceId", ${formula.alertStrength}::float8 * y."shares" FROM ${alertShares(formula, which)} y) n
    GROUP BY n."sourceId")`
}

/**
 * Of those that somebody wants fast. Whoever wants them is counted once, whatever else they want: a reader of 10,000 costs
 * 10,000 steps, not their square.
 */
function wishShares({ fairShare }: WeightFormula, which: Prisma.Sql | null): Prisma.Sql {
  const isMeant = which === null ? Prisma.sql`TRUE` : Prisma.sql`f."sourceId" ${which}`
  const whoever = Prisma.sql`SELECT f."subscriberId" FROM "subscription" f WHERE f."wantsFast" AND ${isMeant}`
  return Prisma.sql`(
    SELECT f."sourceId", sum(least(1, ${fairShare}::float8 / w."wanted")) AS "shares"
    FROM "subscription" f JOIN (
      SELECT v."subscriberId", count(*)::float8 AS "wanted" FROM "subscription" v
      WHERE v."wantsFast" AND ${which === null ? isMeant : Prisma.sql`v."subscriberId" IN (${whoever})`}
      GROUP BY v."subscriberId"
    ) w ON w."subscriberId" = f."subscriberId"
    WHERE f."wantsFast" AND ${isMeant} GROUP BY f."sourceId")`
}

const askedByAlerts = Prisma.sql`"alert_source" c JOIN "alert" a ON a."id" = c."alertId"`
/** Who is alerted of which of their sources: several alerts of one reader count once. */
const alertedOf = Prisma.sql`(
  SELECT DISTINCT u."subscriberId", u."sourceId" FROM ${askedByAlerts}
  JOIN "subscription" u ON u."subscriberId" = a."subscriberId" AND u."sourceId" = c."sourceId")`

/** Of those that somebody is alerted of: an alert asks for its sources to be told soon. */
function alertShares({ fairShare }: WeightFormula, which: Prisma.Sql | null): Prisma.Sql {
  const isMeant = which === null ? Prisma.sql`TRUE` : Prisma.sql`f."sourceId" ${which}`
  const ofThose = which === null ? isMeant : Prisma.sql`c."sourceId" ${which}`
  const whoever = Prisma.sql`SELECT a."subscriberId" FROM ${askedByAlerts} WHERE ${ofThose}`
  return Prisma.sql`(
    SELECT f."sourceId", sum(least(1, ${fairShare}::float8 / w."asked")) AS "shares" FROM ${alertedOf} f JOIN (
      SELECT a."subscriberId", count(DISTINCT c."sourceId")::float8 AS "asked" FROM ${askedByAlerts}
      WHERE ${which === null ? isMeant : Prisma.sql`a."subscriberId" IN (${whoever})`} GROUP BY a."subscriberId"
    ) w ON w."subscriberId" = f."subscriberId" WHERE ${isMeant} GROUP BY f."sourceId")`
}

/** How many subscribe to the source of row `s`. */
export const subscribersOf = Prisma.sql`(SELECT count(*)::int FROM "subscription" u WHERE u."sourceId" = s."id")`

/** What these sources are weighed by; unknown ids are left out. */
export async function readWeightFacts(
  database: Database | Transaction,
  ids: readonly number[],
  formula: WeightFormula,
): Promise<Map<number, WeightFacts>> {
  const wanted = Prisma.sql`= ANY(${[...ids]}::int[])`
  return factsWhere(database, Prisma.sql`s."id" ${wanted}`, {
    ...{ formula, which: wanted, subscribers: subscribersOf, joins: Prisma.empty },
  })
}

/** What the sources are weighed by that a filter over `s` finds: they may be very many. */
export async function readWeightFactsWhere(
  database: Database,
  { joins, where }: { readonly joins: Prisma.Sql; readonly where: Prisma.Sql },
  formula: WeightFormula,
): Promise<Map<number, WeightFacts>> {
  return factsWhere(database, where, {
    ...{ formula, which: null, subscribers: Prisma.sql`coalesce(counted."subscribers", 0)` },
    joins: Prisma.sql`${joins} LEFT JOIN ${listing} counted ON counted."sourceId" = s."id"`,
  })
}

type FactsAsked = {
  readonly formula: WeightFormula
  /** As of `fastReaders`. */
  readonly which: Prisma.Sql | null
  readonly subscribers: Prisma.Sql
  /** What `subscribers` needs. */
  readonly joins: Prisma.Sql
}

/** As JSON: 100,000 rows as objects take a second. */
async function factsWhere(
  database: Database | Transaction,
  condition: Prisma.Sql,
  { formula, which, subscribers, joins }: FactsAsked,
): Promise<Map<number, WeightFacts>> {
  const [row] = await database.$queryRaw<{ rows: string | null }[]>`
    SELECT json_agg(json_build_array(s."id", s."weightFactor", ${subscribers}, coalesce(wished."shares", 0)::float8,
      ${formula.alertStrength}::float8 * coalesce(asked."shares", 0)::float8))::text AS "rows"
    FROM "source" s ${joins} LEFT JOIN ${wishShares(formula, which)} wished ON wished."sourceId" = s."id"
    LEFT JOIN ${alertShares(formula, which)} asked ON asked."sourceId" = s."id" WHERE ${condition}`
  const rows = JSON.parse(row?.rows ?? '[]') as [number, number, number, number, number][] // written by the statement above
  return new Map(
    rows.map(([id, factor, subscribers, shares, alertLift]) => [
      id,
      { factor, subscribers, shares, alertLift },
    ]),
  )
}

/**
 * What all sources that somebody subscribes to are weighed by, whatever the formula is: `wanted`, of each who wants it fast, how many they
 * want; `alerted`, of each who is alerted of it, of how many they are.
 */
export type WeighedSource = Omit<WeightFacts, 'shares' | 'alertLift'> & {
  readonly wanted: readonly number[]
  readonly alerted: readonly number[]
}

/** By source id. Where there are very many, they may be some seconds old. As JSON: 100,000 rows as objects take a second. */
export const readWeighedSources = keepCostly(
  async (database: Database): Promise<ReadonlyMap<number, WeighedSource>> => {
    const [row] = await database.$queryRaw<{ rows: string | null }[]>`
    SELECT json_agg(json_build_array(s."id", s."weightFactor", l."subscribers", coalesce(r."wanted", '[]'),
      coalesce(r."alerted", '[]')))::text AS "rows"
    FROM "source" s JOIN ${listing} l ON l."sourceId" = s."id" AND l."subscribers" > 0
    LEFT JOIN (
      SELECT n."sourceId", json_agg(n."wanted") FILTER (WHERE n."wanted" IS NOT NULL) AS "wanted",
        json_agg(n."asked") FILTER (WHERE n."asked" IS NOT NULL) AS "alerted"
      FROM (
        SELECT f."sourceId", w."wanted", NULL::bigint AS "asked" FROM "subscription" f JOIN (
          SELECT v."subscriberId", count(*) AS "wanted" FROM "subscription" v WHERE v."wantsFast" GROUP BY v."subscriberId"
        ) w ON w."subscriberId" = f."subscriberId" WHERE f."wantsFast"
        UNION ALL
        SELECT f."sourceId", NULL, w."asked" FROM ${alertedOf} f JOIN (
          SELECT a."subscriberId", count(DISTINCT c."sourceId") AS "asked" FROM ${askedByAlerts} GROUP BY a."subscriberId"
        ) w ON w."subscriberId" = f."subscriberId"
      ) n GROUP BY n."sourceId"
    ) r ON r."sourceId" = s."id"`
    const rows = JSON.parse(row?.rows ?? '[]') as [number, number, number, number[], number[]][] // written by the statement above
    const weighed = new Map<number, WeighedSource>()
    for (const [id, factor, subscribers, wanted, alerted] of rows)
      weighed.set(id, { factor, subscribers, wanted, alerted })
    return weighed
  },
)

/** How many sources a subscriber wants fast. */
export async function countWantedFast(database: Database, subscriberId: string): Promise<number> {
  return database.subscription.count({ where: { subscriberId, wantsFast: true } })
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
