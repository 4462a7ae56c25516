import type { DelayHistory, DelayPoint, Outage, PromiseSpan } from '#lib/api/freshness/freshness.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { delayOfPosting } from '#lib/store/ground/posting-delay.ts'
import { isoOf, shortTitle } from '#lib/store/ground/posting-item.ts'

const maxDelayPoints = 2000

/** The delays of a source's postings since an instant, the failures of its polls, and the state of its promise. */
export async function readDelayHistory(
  database: Database,
  sourceId: number,
  since: number,
): Promise<DelayHistory> {
  const [delays, outages, promises] = await Promise.all([
    listDelayPoints(database, sourceId, since),
    listOutages(database, sourceId, since),
    listPromises(database, sourceId, since),
  ])
  return { delays, outages, promises }
}

type DelayRow = {
  readonly id: bigint
  readonly title: string
  readonly url: string | null
  readonly claimedAt: Date | null
  readonly publishedAt: Date | null
  readonly foundAt: Date
  readonly notBeforeAt: Date | null
  readonly isInitial: boolean
}

/** Oldest first, the newest 2,000 of them. */
async function listDelayPoints(database: Database, sourceId: number, since: number): Promise<DelayPoint[]> {
  const rows = await database.$queryRaw<DelayRow[]>`
    SELECT p."id", ${shortTitle} AS "title", p."url", p."claimedAt", p."publishedAt", p."foundAt", p."notBeforeAt", p."isInitial"
    FROM "posting" p WHERE p."sourceId" = ${sourceId} AND p."shownAt" >= ${new Date(since)}
    ORDER BY p."shownAt" DESC, p."id" DESC LIMIT ${maxDelayPoints}`
  return rows.reverse().map((row) => ({
    postingId: row.id.toString(),
    title: row.title || (row.url ?? ''),
    foundAt: row.foundAt.toISOString(),
    publishedAt: isoOf(row.publishedAt),
    delay: delayOfPosting(row),
  }))
}

type OutageRow = { readonly from: Date; readonly until: Date | null; readonly isHost: boolean }

/**
 * Spans without an answer, oldest first: from the first poll that failed, or was refused for now, to the end of the first that was
 * answered again. Of days whose polls are rolled up, those on which none was answered.
 */
async function listOutages(database: Database, sourceId: number, since: number): Promise<Outage[]> {
  const from = new Date(since)
  const rows = await database.$queryRaw<OutageRow[]>`
    WITH asked AS (
      SELECT p."startedAt", p."finishedAt", p."outcome" IN ('fetched', 'not-modified') AS "isAnswered",
        coalesce(p."error"->>'code' = 'hostDown', false) AS "isHost",
        count(*) FILTER (WHERE p."outcome" IN ('fetched', 'not-modified')) OVER (ORDER BY p."finishedAt", p."id") AS "run"
      FROM "poll" p WHERE p."sourceId" = ${sourceId} AND p."finishedAt" >= ${from}
        AND p."outcome" IN ('fetched', 'not-modified', 'failed', 'throttled')
    ), runs AS (
      SELECT min("startedAt") FILTER (WHERE NOT "isAnswered") AS "from", bool_or("isHost") AS "isHost",
        lead(min("finishedAt") FILTER (WHERE "isAnswered")) OVER (ORDER BY "run") AS "until"
      FROM asked GROUP BY "run"
    )
    SELECT "from", "until", "isHost" FROM runs WHERE "from" IS NOT NULL
    UNION ALL
    SELECT ("day" AT TIME ZONE 'UTC'), ("day" + 1) AT TIME ZONE 'UTC', false FROM "poll_day"
    WHERE "sourceId" = ${sourceId} AND "day" >= ${from}::date AND "failed" + "throttled" > 0 AND "fetched" + "notModified" = 0
    ORDER BY "from"`
  return joined(rows).map((row) => ({
    from: row.from.toISOString(),
    until: isoOf(row.until),
    kind: row.isHost ? 'host' : 'source',
  }))
}

/** Days in a row are one outage, and so are days and what goes on from there. */
function joined(rows: readonly OutageRow[]): OutageRow[] {
  const outages: OutageRow[] = []
  for (const row of rows) {
    const last = outages.at(-1)
    const goesOn = last !== undefined && last.until !== null && row.from.getTime() <= last.until.getTime()
    if (goesOn) outages[outages.length - 1] = { ...last, until: row.until, isHost: last.isHost || row.isHost }
    else outages.push(row)
  }
  return outages
}

async function listPromises(database: Database, sourceId: number, since: number): Promise<PromiseSpan[]> {
  const rows = await database.promiseChange.findMany({ where: { sourceId }, orderBy: { at: 'asc' } })
  const first = rows.findLastIndex(({ at }) => at.getTime() <= since)
  return rows.slice(Math.max(0, first)).map(({ at, state, promiseMs }) => ({
    from: at.toISOString(),
    state: state as PromiseSpan['state'], // written by refreshSourceFreshness
    promiseMs: promiseMs === null ? null : Number(promiseMs),
  }))
}
