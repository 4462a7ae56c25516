import type { Database } from './database.ts'
import { Prisma } from './generated/client.ts'
import { isUnpaused } from './unpaused-sources.ts'

/** Ids of the sources that somebody subscribes to, are not paused, were polled before an instant and contain the words; the first `most` of a shuffle. */
export async function listLabSources(
  database: Database,
  { takeoverAt, search }: { readonly takeoverAt: number; readonly search: string },
  most: number,
): Promise<{ readonly ids: number[]; readonly all: number }> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await database.$queryRaw<{ id: number; all: number }[]>`
    SELECT s."id", (count(*) OVER ())::int AS "all" FROM "source" s
    WHERE ${takesPart(takeoverAt)}
      AND (${search} = '' OR s."title" ILIKE ${pattern} OR s."url" ILIKE ${pattern} OR s."hostName" ILIKE ${pattern})
    ORDER BY md5(s."id"::text) LIMIT ${most}`
  return { ids: rows.map(({ id }) => id).sort((a, b) => a - b), all: rows[0]?.all ?? 0 }
}

/** `s` being the source. */
function takesPart(takeoverAt: number): Prisma.Sql {
  return Prisma.sql`s."firstPolledAt" < ${new Date(takeoverAt)} AND s."archiveOwnerId" IS NULL AND ${isUnpaused}
      AND EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = s."id")`
}

/** Polls within a span: of some sources, and of all that `listLabSources` draws from without words; and how many these are. */
export async function countLabPolls(
  database: Database,
  ids: readonly number[],
  { takeoverAt, fromAt, untilAt }: Readonly<Record<'takeoverAt' | 'fromAt' | 'untilAt', number>>,
): Promise<{ readonly own: number; readonly all: number; readonly sources: number }> {
  const [row] = await database.$queryRaw<{ own: number; all: number; sources: number }[]>`
    SELECT coalesce(sum(p."polls") FILTER (WHERE s."id" = ANY(${[...ids]}::int[])), 0)::int AS "own",
      coalesce(sum(p."polls"), 0)::int AS "all", count(*)::int AS "sources"
    FROM "source" s LEFT JOIN (
      SELECT "sourceId", count(*) AS "polls" FROM "poll"
      WHERE "finishedAt" >= ${new Date(fromAt)} AND "finishedAt" < ${new Date(untilAt)} AND "outcome" <> 'opted-out'
      GROUP BY "sourceId"
    ) p ON p."sourceId" = s."id"
    WHERE ${takesPart(takeoverAt)}`
  return row ?? { own: 0, all: 0, sources: 0 }
}
