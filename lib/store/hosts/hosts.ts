import type { Reason } from '#lib/policy/basics/reason.ts'
import type { HostLesson, HostState } from '#lib/policy/schedule/host-patience.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isoText, jsonRows } from '#lib/store/connection/json-rows.ts'

/** A host as stored, as far as the policy knows it. */
export function toHostState(row: {
  readonly requestsPerHour: number | null
  readonly failedSourceIds: number[]
  readonly downSince: Date | null
  readonly probes: number
}): HostState {
  const { requestsPerHour, failedSourceIds, downSince, probes } = row
  return { requestsPerHour, failedSourceIds, downSince: downSince?.getTime() ?? null, probes }
}

/** The lesson of an answer about a host, and which process has its lease. */
type AnsweredHost = {
  readonly name: string
  readonly owner: string
  readonly lesson: HostLesson
  /** Status of the answer that asked for a pause; null: none did. */
  readonly pauseStatus: number | null
}

/** `recordHosts` of one. */
export async function recordHost(database: Database | Transaction, host: AnsweredHost): Promise<void> {
  await recordHosts(database, [host])
}

/**
 * The pause that stands is the one that the claim set for the case that its process dies, by the limit before this answer.
 * The answer knows better, a shorter one too. What another answer asked for meanwhile has a status, and holds.
 */
const isOwnPause = Prisma.sql`(h."leaseOwner" = g."owner" AND h."pauseStatus" IS NULL)`

/**
 * Stores what answers taught of hosts and gives their leases back where they are still ours. When an outage begins, the
 * failures that showed it are taken off its sources; when it ends, they are due again.
 */
export async function recordHosts(
  database: Database | Transaction,
  hosts: readonly AnsweredHost[],
): Promise<void> {
  const rows = hosts.map(({ name, owner, pauseStatus, lesson: { state, nextRequestAt } }) => ({
    ...state,
    pauseStatus,
    name,
    owner,
    nextRequestAt: isoText(nextRequestAt),
    downSince: isoText(state.downSince),
  }))
  await database.$executeRaw`
    UPDATE "host" h SET
      "leaseUntil" = CASE WHEN h."leaseOwner" = g."owner" THEN NULL ELSE h."leaseUntil" END,
      "leaseOwner" = CASE WHEN h."leaseOwner" = g."owner" THEN NULL ELSE h."leaseOwner" END,
      "nextRequestAt" = CASE WHEN ${isOwnPause} THEN g."nextRequestAt"
        ELSE greatest(h."nextRequestAt", g."nextRequestAt") END,
      "pauseStatus" = CASE WHEN ${isOwnPause} OR g."nextRequestAt" >= coalesce(h."nextRequestAt", g."nextRequestAt")
        THEN g."pauseStatus" ELSE h."pauseStatus" END,
      "requestsPerHour" = g."requestsPerHour", "failedSourceIds" = g."failedSourceIds",
      "downSince" = g."downSince", "probes" = g."probes"
    FROM (
      SELECT * FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb) AS g("name" text, "owner" text, "nextRequestAt" timestamptz,
        "requestsPerHour" float8, "failedSourceIds" int[], "downSince" timestamptz, "probes" int, "pauseStatus" int)
      LIMIT ${rows.length} -- without it PostgreSQL takes them for a hundred, and reads all hosts there are
    ) g
    WHERE h."name" = g."name"`
  for (const { name, lesson } of hosts) await recordOutage(database, name, lesson)
}

/** An outage that begins or ends with a lesson. */
async function recordOutage(
  database: Database | Transaction,
  name: string,
  lesson: HostLesson,
): Promise<void> {
  if (lesson.begins) {
    await database.source.updateMany({
      where: { id: { in: [...lesson.state.failedSourceIds] }, consecutiveFailures: { gt: 0 } },
      data: { consecutiveFailures: { decrement: 1 } },
    })
  }
  if (lesson.endsFrom !== null) {
    // They have waited since then, and the longer a heavy one waits, the sooner it is its turn.
    await database.source.updateMany({
      where: {
        hostName: name,
        lastOutcome: 'failed',
        consecutiveFailures: 0,
        nextPollAt: { gt: new Date(lesson.endsFrom) },
      },
      data: {
        nextPollAt: new Date(lesson.endsFrom),
        nextPollReason: { code: 'hostAnswersAgain', values: {} } satisfies Reason,
      },
    })
  }
}

/** Requests that polls made to a host since then, and the sources that are polled there. */
export async function countAtHost(
  database: Database,
  name: string,
  since: number,
): Promise<{ requests: number; sources: number }> {
  const [row] = await database.$queryRaw<{ requests: number; sources: number }[]>`
    SELECT
      (SELECT count(*)::int FROM "poll" p JOIN "source" s ON s."id" = p."sourceId"
        WHERE s."hostName" = ${name} AND p."finishedAt" > ${new Date(since)} AND p."outcome" <> 'opted-out') AS "requests",
      (SELECT count(*)::int FROM "source" WHERE "hostName" = ${name} AND "nextPollAt" IS NOT NULL) AS "sources"`
  return row ?? { requests: 0, sources: 0 }
}
