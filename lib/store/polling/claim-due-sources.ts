import type { Reason } from '#lib/policy/basics/reason.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { endLeases } from '#lib/store/connection/end-leases.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { readClaimed, type ClaimedSource } from './claimed-source.ts'
import { showAliveWithin } from '#lib/store/connection/liveness.ts'
import { tally } from '#lib/store/connection/tallies.ts'
import { isDue } from '#lib/store/ground/unpaused-sources.ts'

/** The number of due sources that are looked at to find `limit` of different hosts. */
const candidatesPerClaim = 2_000

type Claim = {
  readonly owner: string
  readonly now: number
  readonly limit: number
  readonly leaseMs: number
  /** Pause between two requests to one host: it begins with the claim, so that it holds even when the process dies. */
  readonly spacingMs: number
}

/**
 * The urgency of a due source: what its delay costs by now. After a standstill the heavy sources come first, and no light
 * one starves, as its delay goes on growing. Its plan is looked up, not joined: for a join PostgreSQL read all plans there
 * are with each claim, ten of each source (measured with 10,000 sources: 20 of 80 ms).
 */
const urgency = (at: Date) => Prisma.sql`
  coalesce((SELECT p."weight" FROM "plan" p WHERE p."id" = s."planId"), 1)
    * (60 + extract(epoch FROM ${at}::timestamptz - s."nextPollAt"))`

/**
 * Takes a lease on at most `limit` due sources, first those somebody waits for, then by weight times time overdue, one
 * per host and only where the host may be asked now; none while polling is paused. Several processes may claim at the same time; a crash lets the leases expire.
 */
export async function claimDueSources(database: Database, claim: Claim): Promise<ClaimedSource[]> {
  const ids = await database.$transaction(async (transaction) => {
    const hosts = await lockFreeHosts(transaction, claim)
    if (hosts.length === 0) return []
    await showAliveWithin(transaction, claim.owner)
    return leaseFirstOfEach(transaction, claim, hosts)
  })
  return ids.length === 0 ? [] : readClaimed(database, ids, claim)
}

/** Hosts with due sources that nobody asks now, locked; those that another process is looking at are passed over. */
async function lockFreeHosts(transaction: Transaction, { now, limit }: Claim): Promise<string[]> {
  const at = new Date(now)
  // Each host by its name: PostgreSQL takes more to be due than is, as it was when it last counted, and would read all hosts (17 ms of 100,000).
  // In order before they are locked: an order of the whole would lock all that wait first, and LIMIT leave most of them.
  const isFree = Prisma.sql`(h."leaseUntil" IS NULL OR h."leaseUntil" <= ${at})
    AND (h."nextRequestAt" IS NULL OR h."nextRequestAt" <= ${at})`
  const rows = await transaction.$queryRaw<{ name: string }[]>`
    WITH candidate AS (
      SELECT s."hostName", s."nextPollAt", s."isAwaited", s."planId" FROM "source" s
      CROSS JOIN LATERAL (SELECT 1 FROM "host" h WHERE h."name" = s."hostName" AND ${isFree} OFFSET 0) free
      WHERE ${isDue(now)} AND NOT coalesce((SELECT "isPaused" FROM "server_settings"), false)
      ORDER BY s."isAwaited" DESC, s."nextPollAt"
      LIMIT ${candidatesPerClaim}
    ), waiting AS (
      SELECT s."hostName", bool_or(s."isAwaited") AS "isAwaited", max(${urgency(at)}) AS "urgency"
      FROM candidate s GROUP BY s."hostName" ORDER BY "isAwaited" DESC, "urgency" DESC
    )
    SELECT locked."name" FROM waiting w CROSS JOIN LATERAL (
      SELECT h."name" FROM "host" h WHERE h."name" = w."hostName" AND ${isFree}
      FOR NO KEY UPDATE SKIP LOCKED) locked
    LIMIT ${limit}`
  return rows.map((row) => row.name)
}

/**
 * Leases the most urgent due source of each host, and the hosts of those. A statement of its own: only now, with the
 * hosts locked, can it see what other processes have polled there since the hosts were looked for. A source that is just
 * being written, by a planning say, is left for the next look: a claim that never waits is part of no deadlock.
 */
async function leaseFirstOfEach(transaction: Transaction, claim: Claim, hosts: string[]): Promise<number[]> {
  const at = new Date(claim.now)
  const leaseUntil = new Date(claim.now + claim.leaseMs)
  const rows = await transaction.$queryRaw<{ id: number; hostName: string }[]>`
    WITH first AS (
      SELECT DISTINCT ON (s."hostName") s."id" FROM "source" s
      WHERE s."hostName" = ANY(${hosts}) AND ${isDue(claim.now)}
      ORDER BY s."hostName", s."isAwaited" DESC, ${urgency(at)} DESC, s."id"
    ), locked AS (
      SELECT f."id" FROM "source" f WHERE f."id" IN (SELECT "id" FROM first) AND f."nextPollAt" <= ${at}
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE "source" s SET "leaseUntil" = ${leaseUntil}, "leaseOwner" = ${claim.owner}
    WHERE s."id" IN (SELECT "id" FROM locked)
    RETURNING s."id", s."hostName"`
  await transaction.$executeRaw`
    UPDATE "host" SET "leaseUntil" = ${leaseUntil}, "leaseOwner" = ${claim.owner}, "pauseStatus" = NULL,
      "nextRequestAt" = ${at}::timestamptz
        + make_interval(secs => greatest(${claim.spacingMs / 1000}, coalesce(3600 / "requestsPerHour", 0),
          (SELECT 3600 / w."requestsPerHour" FROM "host_wish" w WHERE w."host" = "name")))
    WHERE "name" = ANY(${rows.map((row) => row.hostName)})`
  return rows.map((row) => row.id)
}

/** Gives a lease back without a poll, to be taken again at `until`. */
export async function postponeSource(
  database: Database,
  source: ClaimedSource,
  until: number,
  reason: Reason,
): Promise<void> {
  await database.source.updateMany({
    where: { id: source.id, leaseOwner: source.leaseOwner },
    data: { nextPollAt: new Date(until), nextPollReason: reason, isAwaited: false },
  })
  tally(database, 'host-deferrals', reason.code)
  await releaseSources(database, [source])
}

/** Gives leases back without a poll, so that another process may take the sources at once. */
export async function releaseSources(database: Database, sources: readonly ClaimedSource[]): Promise<void> {
  const [first] = sources
  if (first === undefined) return
  const { leaseOwner } = first // one process, one owner
  const hosts = sources.map(({ hostName }) => hostName)
  const ids = sources.map(({ id }) => id)
  await database.$transaction(
    endLeases(database, {
      hosts: Prisma.sql`h."name" = ANY(${hosts}) AND h."leaseOwner" = ${leaseOwner}`,
      sources: Prisma.sql`s."id" = ANY(${ids}::int[]) AND s."leaseOwner" = ${leaseOwner}`,
    }),
  )
}
