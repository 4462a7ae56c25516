import type { FreshnessQuery, FreshnessRow, FreshnessSourcesAnswer } from '#lib/api/freshness/freshness.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

const title = Prisma.sql`coalesce(u."title", nullif(s."title", ''), s."url")`

const orders = {
  state: Prisma.sql`(f."state" = 'broken') DESC, f."keptShare" ASC NULLS LAST, f."medianMs" DESC NULLS LAST`,
  promise: Prisma.sql`f."promiseMs" DESC NULLS LAST`,
  median: Prisma.sql`f."medianMs" DESC NULLS LAST`,
  p90: Prisma.sql`f."p90Ms" DESC NULLS LAST`,
  title: Prisma.sql`lower(${title})`,
} as const

type CountedRow = FreshnessRow & { readonly found: number }

/** The subscriber's measured sources as asked for, the worst first. */
export async function listSubscriberSources(
  database: Database,
  subscriberId: string,
  { sort, state, search, limit }: FreshnessQuery,
): Promise<FreshnessSourcesAnswer> {
  const isAny = state === 'all'
  const [rows, [counts]] = await Promise.all([
    database.$queryRaw<CountedRow[]>`
      SELECT f."sourceId", ${title} AS "title", f."count", f."medianMs", f."p90Ms", f."promiseMs"::float8 AS "promiseMs",
        f."keptShare", f."state", f."cause", (count(*) OVER ())::int AS "found",
        to_char(f."stateSince" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "stateSince"
      FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId"
      JOIN "source_freshness" f ON f."sourceId" = s."id"
      WHERE u."subscriberId" = ${subscriberId} AND (${isAny} OR f."state" = ${state})
        AND strpos(lower(${title}), lower(${search})) > 0
      ORDER BY ${orders[sort]}, f."sourceId" LIMIT ${limit}`,
    database.$queryRaw<{ measured: number; broken: number }[]>`
      SELECT count(*)::int AS "measured", (count(*) FILTER (WHERE f."state" = 'broken'))::int AS "broken"
      FROM "subscription" u JOIN "source_freshness" f ON f."sourceId" = u."sourceId" WHERE u."subscriberId" = ${subscriberId}`,
  ])
  return {
    sources: rows.map(({ found: _, ...row }) => row),
    found: rows[0]?.found ?? 0,
    measured: counts?.measured ?? 0,
    broken: counts?.broken ?? 0,
  }
}
