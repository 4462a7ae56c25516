import type { PollItem, PollWorthThen } from '#lib/api/sources/sources.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import type { Poll } from '#lib/store/generated/client.ts'
import { isoOf } from '#lib/store/ground/posting-item.ts'
import { toReasonItem } from '#lib/store/ground/reasons.ts'
import { sourcesShowingHours } from '#lib/store/marks/sources-showing-hours.ts'

/** The last polls of a source, newest first, each with what it was worth when it was planned, and how late what it found was. */
export async function listPolls(database: Database, sourceId: number, limit: number): Promise<PollItem[]> {
  const rows = await database.poll.findMany({
    where: { sourceId },
    orderBy: [{ finishedAt: 'desc' }, { id: 'desc' }],
    take: limit + 1, // the oldest is shown for nothing but the time since it
  })
  const shown = rows.slice(0, limit)
  const delays = await readDelays(database, sourceId, shown)
  const tellsReaders = (await sourcesShowingHours(database, [sourceId])).has(sourceId)
  return shown.map((row, index) => ({
    ...toPollItem(row, rows[index + 1], tellsReaders),
    delayMs: delays.get(row.id) ?? null,
  }))
}

function toPollItem(row: Poll, before: Poll | undefined, tellsReaders: boolean): Omit<PollItem, 'delayMs'> {
  const plannedReason = toReasonItem(row.plannedReason, tellsReaders)
  return {
    id: row.id.toString(),
    plannedAt: isoOf(row.plannedAt),
    plannedReason,
    worth: worthOf(plannedReason),
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt.toISOString(),
    sinceBeforeMs: before === undefined ? null : row.finishedAt.getTime() - before.finishedAt.getTime(),
    outcome: row.outcome as PollItem['outcome'], // written by recordPoll from the same words
    httpStatus: row.httpStatus,
    error: toReasonItem(row.error),
    bytes: row.bytes,
    entries: row.entries,
    newPostings: row.newPostings,
    nextPollAt: isoOf(row.nextPollAt),
    reason: toReasonItem(row.reason, tellsReaders),
  }
}

/** The postings that were expected to wait and the price of a poll, where the reason says so: under the price policy. */
function worthOf(reason: PollItem['plannedReason']): PollWorthThen | null {
  if (reason === null || !('waiting' in reason.values)) return null
  const { values } = reason
  return { waiting: values.waiting, price: 'price' in values ? values.price : null }
}

/** Within how long half of the exactly timed postings of each poll was found (nearest rank), by the poll's id. */
async function readDelays(
  database: Database,
  sourceId: number,
  polls: readonly Poll[],
): Promise<Map<bigint, number>> {
  const finding = polls.filter(({ newPostings }) => newPostings > 0)
  const since = finding.at(-1)?.finishedAt
  if (since === undefined) return new Map()
  const ids = finding.map(({ id }) => id)
  const rows = await database.$queryRaw<{ pollId: bigint; delayMs: number }[]>`
    SELECT p."pollId", greatest(0, percentile_disc(0.5) WITHIN GROUP (
      ORDER BY (extract(epoch FROM p."foundAt" - p."publishedAt") * 1000)::float8)) AS "delayMs"
    FROM "posting" p
    WHERE p."sourceId" = ${sourceId} AND p."pollId" IN (${Prisma.join(ids)}) AND NOT p."isInitial"
      AND p."shownAt" >= ${since} -- foundAt where it is not of the first document, and indexed by source
      AND p."publishedAt" IS NOT NULL
    GROUP BY p."pollId"`
  return new Map(rows.map(({ pollId, delayMs }) => [pollId, delayMs]))
}
