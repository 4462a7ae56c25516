import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { delayBuckets, lagBounds } from '#lib/store/polling/tally-polls.ts'
import { historyBegin } from '#lib/store/ground/history-begin.ts'

/** Shown as the last decisions of a source, however long ago they were. */
const latestKept = 20
/** Sources that are looked at, and polls that are rolled up, in one transaction: some hundred milliseconds of work. */
const sourcesAtOnce = 200
const pollsAtOnce = 10_000

/** Postings are found when they are stored, later than their poll ended. Its lease ends after minutes, so that a day is more than enough. */
const storedWithin = '1 day'

/** The number of polls that were rolled up; `isDone`: nothing is left. */
type RolledUp = { readonly polls: number; readonly isDone: boolean }

/**
 * Makes one row per source and UTC day of the polls that are older than the settings say. Kept are the latest of each
 * source, and all of one that has answered and whose memory is missing: it would be made anew from them. A transaction
 * for each batch: a process that dies has rolled up what it has rolled up.
 */
export async function rollUpPolls(database: Database, now: number, drain?: AbortSignal): Promise<RolledUp> {
  const until = new Date(historyBegin(await getSettings(database), now))
  let polls = 0
  let after = 0
  while (drain?.aborted !== true) {
    const ids = await listSources(database, after)
    if (ids.length === 0) return { polls, isDone: true }
    const rolled = await rollUpBatch(database, ids, until)
    if (rolled === null) return { polls, isDone: false } // another process is at it
    polls += rolled
    if (rolled < pollsAtOnce) after = ids.at(-1) ?? after
  }
  return { polls, isDone: false }
}

async function listSources(database: Database, after: number): Promise<number[]> {
  const rows = await database.source.findMany({
    where: { id: { gt: after }, firstPolledAt: { not: null } },
    orderBy: { id: 'asc' },
    take: sourcesAtOnce,
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

async function rollUpBatch(database: Database, ids: readonly number[], until: Date): Promise<number | null> {
  return database.$transaction(
    async (transaction) => {
      const [lock] = await transaction.$queryRaw<{ isMine: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${advisoryLocks.rollingUp}) AS "isMine"`
      if (lock?.isMine !== true) return null
      const [row] = await transaction.$queryRaw<{ rolled: number }[]>`
        WITH ${goneOf(ids, until)}, ${daysOfGone}, stored AS (${storeDays})
        SELECT count(*)::int AS "rolled" FROM gone`
      return row?.rolled ?? 0
    },
    { timeout: 60_000 },
  )
}

/** Source `s` needs its polls no longer to be remembered by. */
export const hasMemory = Prisma.sql`(s."lastSuccessAt" IS NULL
  OR EXISTS (SELECT 1 FROM "price_memory" m WHERE m."sourceId" = s."id"))`

/** The end of the oldest of the latest polls of source `s`, which stay; null: there are no more. */
export const latestSince = Prisma.sql`(
  SELECT k."finishedAt" FROM "poll" k WHERE k."sourceId" = s."id"
  ORDER BY k."finishedAt" DESC OFFSET ${latestKept - 1} LIMIT 1)`

/** The polls `p` of sources `s` that are to be rolled up. */
export const oldPolls = (until: Date) => Prisma.sql`"source" s CROSS JOIN LATERAL ${latestSince} kept
  JOIN "poll" p ON p."sourceId" = s."id" AND p."finishedAt" < least(kept."finishedAt", ${until}) AND ${hasMemory}`

/** The polls to be rolled up, which are deleted; with the delays of the postings that they found. */
const goneOf = (ids: readonly number[], until: Date) => Prisma.sql`
  old AS (
    SELECT p."id" FROM ${oldPolls(until)} WHERE s."id" = ANY(${[...ids]})
    ORDER BY s."id", p."finishedAt" LIMIT ${pollsAtOnce}
  ), gone AS (
    DELETE FROM "poll" WHERE "id" IN (SELECT "id" FROM old)
    RETURNING "id", "sourceId", ("finishedAt" AT TIME ZONE 'UTC')::date AS "day", "finishedAt", "outcome", "bytes",
      "newPostings", greatest(0, extract(epoch FROM "startedAt" - "plannedAt"))::float8 AS "lag"
  ), delayed AS (
    SELECT g."sourceId", g."day", greatest(0, extract(epoch FROM f."foundAt" - f."publishedAt"))::float8 AS "delay"
    FROM gone g JOIN "posting" f ON f."sourceId" = g."sourceId" AND f."pollId" = g."id"
      AND f."shownAt" BETWEEN g."finishedAt" AND g."finishedAt" + ${storedWithin}::interval -- foundAt here, and indexed by source
    WHERE g."newPostings" > 0 AND NOT f."isInitial" AND f."publishedAt" IS NOT NULL
  )`

/** The number of values up to each bound and above the one before, and above the last. */
const countsOf = (value: Prisma.Sql, bounds: readonly number[]) => {
  const counts = [...bounds, Infinity].map((bound, index) => {
    const least = bounds[index - 1] ?? -Infinity
    return Prisma.sql`(count(*) FILTER (WHERE ${value} > ${least}::float8 AND ${value} <= ${bound}::float8))::int`
  })
  return Prisma.sql`ARRAY[${Prisma.join(counts)}]`
}

const outcomeCount = (outcome: string) => Prisma.sql`(count(*) FILTER (WHERE "outcome" = ${outcome}))::int`

const daysOfGone = Prisma.sql`
  polled AS (
    SELECT "sourceId", "day", ${outcomeCount('fetched')} AS "fetched", ${outcomeCount('not-modified')} AS "notModified",
      ${outcomeCount('throttled')} AS "throttled", ${outcomeCount('gone')} AS "gone",
      ${outcomeCount('opted-out')} AS "optedOut", ${outcomeCount('failed')} AS "failed", sum("bytes") AS "bytes",
      sum("newPostings")::int AS "newPostings", coalesce(sum("lag"), 0) * 1000 AS "lagSumMs",
      ${countsOf(Prisma.sql`"lag"`, lagBounds)} AS "lagCounts"
    FROM gone GROUP BY "sourceId", "day"
  ), found AS (
    SELECT "sourceId", "day", sum("delay") * 1000 AS "delaySumMs",
      ${countsOf(Prisma.sql`"delay"`, delayBuckets)} AS "delayCounts"
    FROM delayed GROUP BY "sourceId", "day"
  )`

const noDelays = delayBuckets.map(() => 0).concat(0)
const added = (column: string) => Prisma.raw(`"${column}" = d."${column}" + excluded."${column}"`)
const addedEach = (column: string) =>
  Prisma.raw(
    `"${column}" = ARRAY(SELECT a + b FROM unnest(d."${column}", excluded."${column}") AS both_of(a, b))`,
  )
const numbers = ['fetched', 'notModified', 'throttled', 'gone', 'optedOut', 'failed', 'bytes', 'newPostings']

/** A day may come in several parts: they add up. */
const storeDays = Prisma.sql`
  INSERT INTO "poll_day" AS d ("sourceId", "day", "fetched", "notModified", "throttled", "gone", "optedOut", "failed",
    "bytes", "newPostings", "lagSumMs", "lagCounts", "delaySumMs", "delayCounts")
  SELECT p."sourceId", p."day", p."fetched", p."notModified", p."throttled", p."gone", p."optedOut", p."failed", p."bytes",
    p."newPostings", p."lagSumMs", p."lagCounts", coalesce(f."delaySumMs", 0), coalesce(f."delayCounts", ${noDelays}::int[])
  FROM polled p LEFT JOIN found f ON f."sourceId" = p."sourceId" AND f."day" = p."day"
  ON CONFLICT ("sourceId", "day") DO UPDATE SET
    ${Prisma.join([...numbers, 'lagSumMs', 'delaySumMs'].map(added))}, ${addedEach('lagCounts')}, ${addedEach('delayCounts')}`
