import type { HostLesson, HostState } from '#lib/policy/schedule/host-patience.ts'
import type { Database, Transaction } from './database.ts'
import { isoText, jsonRows } from './json-rows.ts'
import { showAliveWithin } from './liveness.ts'

/** The pause between two requests to one host is waited for; longer ones were asked for by the host. */
export const ordinaryPauseMs = 10_000

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

export type HostClaim = {
  readonly name: string
  readonly owner: string
  readonly now: number
  readonly leaseMs: number
  readonly spacingMs: number
}

/** A host that is ours until the lease is given back, or when to ask for it again. */
export type ClaimedHost =
  { readonly kind: 'claimed'; readonly state: HostState } | { readonly kind: 'busy'; readonly freeAt: number }

/**
 * Takes a lease on a host to which a redirect leads, in one statement, made where it is new: one request at a time and the
 * pause between two hold for it as for the hosts of sources.
 */
export async function claimHost(database: Database, claim: HostClaim): Promise<ClaimedHost> {
  const { name, owner, now, leaseMs, spacingMs } = claim
  const at = new Date(now)
  await database.host.createMany({ data: [{ name }], skipDuplicates: true })
  const [claimed] = await database.$transaction(async (transaction) => {
    await showAliveWithin(transaction, owner)
    return transaction.$queryRaw<Parameters<typeof toHostState>[0][]>`
      UPDATE "host" h SET "leaseUntil" = ${new Date(now + leaseMs)}, "leaseOwner" = ${owner},
        "nextRequestAt" = ${at}::timestamptz
          + make_interval(secs => greatest(${spacingMs / 1000}, coalesce(3600 / "requestsPerHour", 0)))
      WHERE "name" = ${name} AND ("leaseUntil" IS NULL OR "leaseUntil" <= ${at})
        AND ("nextRequestAt" IS NULL OR "nextRequestAt" <= ${at})
      RETURNING "requestsPerHour", "failedSourceIds", "downSince", "probes"`
  })
  if (claimed !== undefined) return { kind: 'claimed', state: toHostState(claimed) }
  const host = await database.host.findUnique({ where: { name }, select: { nextRequestAt: true } })
  return { kind: 'busy', freeAt: Math.max(now + spacingMs, host?.nextRequestAt?.getTime() ?? 0) }
}

/** What an answer taught of a host, and which process has its lease. */
export type TaughtHost = { readonly name: string; readonly owner: string; readonly lesson: HostLesson }

/** `recordHosts` of one. */
export async function recordHost(database: Database | Transaction, taught: TaughtHost): Promise<void> {
  await recordHosts(database, [taught])
}

/**
 * Stores what answers taught of hosts and gives their leases back where they are still ours. When an outage begins, the
 * failures that showed it are taken off its sources; when it ends, they are due again.
 */
export async function recordHosts(
  database: Database | Transaction,
  taught: readonly TaughtHost[],
): Promise<void> {
  const rows = taught.map(({ name, owner, lesson: { state, nextRequestAt } }) => ({
    ...state,
    name,
    owner,
    nextRequestAt: isoText(nextRequestAt),
    downSince: isoText(state.downSince),
  }))
  await database.$executeRaw`
    UPDATE "host" h SET
      "leaseUntil" = CASE WHEN h."leaseOwner" = g."owner" THEN NULL ELSE h."leaseUntil" END,
      "leaseOwner" = CASE WHEN h."leaseOwner" = g."owner" THEN NULL ELSE h."leaseOwner" END,
      "nextRequestAt" = greatest(h."nextRequestAt", g."nextRequestAt"),
      "requestsPerHour" = g."requestsPerHour", "failedSourceIds" = g."failedSourceIds",
      "downSince" = g."downSince", "probes" = g."probes"
    FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb) AS g("name" text, "owner" text, "nextRequestAt" timestamptz,
      "requestsPerHour" float8, "failedSourceIds" int[], "downSince" timestamptz, "probes" int)
    WHERE h."name" = g."name"`
  for (const { name, lesson } of taught) await recordOutage(database, name, lesson)
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
      data: { nextPollAt: new Date(lesson.endsFrom), nextPollReason: 'Its host answers again.' },
    })
  }
}

/** The end of the pause that a host asked for; null: it may be asked, the ordinary pause between two requests aside. */
export async function findHostPause(database: Database, name: string, now: number): Promise<number | null> {
  const host = await database.host.findUnique({ where: { name }, select: { nextRequestAt: true } })
  const until = host?.nextRequestAt?.getTime() ?? 0
  return until > now + ordinaryPauseMs ? until : null
}

/** Keeps everybody from asking a host before `until`, because it said so to a request that was no poll. */
export async function pauseHost(database: Database, name: string, until: number): Promise<void> {
  const nextRequestAt = new Date(until)
  await database.$executeRaw`
    INSERT INTO "host" ("name", "nextRequestAt") VALUES (${name}, ${nextRequestAt})
    ON CONFLICT ("name") DO UPDATE SET "nextRequestAt" = greatest("host"."nextRequestAt", ${nextRequestAt})`
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
        WHERE s."hostName" = ${name} AND p."finishedAt" > ${new Date(since)}) AS "requests",
      (SELECT count(*)::int FROM "source" WHERE "hostName" = ${name} AND "nextPollAt" IS NOT NULL) AS "sources"`
  return row ?? { requests: 0, sources: 0 }
}
