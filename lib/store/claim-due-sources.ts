import type { PollFacts, SourcePlan } from '#lib/policy/types.ts'
import type { Database } from './database.ts'
import { toSourcePlan, toWindow } from './plan-rows.ts'

/** A source whose poll this process has taken on until `leaseUntil`, with all that its poll needs. */
export type ClaimedSource = {
  readonly id: number
  readonly url: string
  readonly siteUrl: string | null
  readonly hostName: string
  readonly etag: string | null
  readonly lastModified: string | null
  readonly bodyHash: string | null
  readonly plannedAt: number
  readonly firstPolledAt: number | null
  readonly lastSuccessAt: number | null
  readonly consecutiveFailures: number
  readonly window: PollFacts['window']
  readonly weight: number
  readonly plan: SourcePlan | null
  readonly planId: bigint | null
  readonly leaseOwner: string
}

/** How many due sources are looked at to find `limit` of different hosts. */
const candidatesPerClaim = 2_000

/**
 * Takes a lease on at most `limit` due sources, the longest overdue first, one per host and only where the host may be
 * asked now. One statement: several processes may claim at the same time, and a crash lets the leases expire.
 */
export async function claimDueSources(
  database: Database,
  claim: { readonly owner: string; readonly now: number; readonly limit: number; readonly leaseMs: number },
): Promise<ClaimedSource[]> {
  const now = new Date(claim.now)
  const leaseUntil = new Date(claim.now + claim.leaseMs)
  const claimed = await database.$queryRaw<{ id: number }[]>`
    WITH candidate AS (
      SELECT s."id", s."hostName", s."nextPollAt"
      FROM "source" s JOIN "host" h ON h."name" = s."hostName"
      WHERE s."nextPollAt" <= ${now} AND (s."leaseUntil" IS NULL OR s."leaseUntil" <= ${now})
        AND (h."leaseUntil" IS NULL OR h."leaseUntil" <= ${now})
        AND (h."nextRequestAt" IS NULL OR h."nextRequestAt" <= ${now})
      ORDER BY s."nextPollAt"
      LIMIT ${candidatesPerClaim}
    ), first_of_host AS (
      SELECT DISTINCT ON ("hostName") "id", "hostName", "nextPollAt" FROM candidate ORDER BY "hostName", "nextPollAt"
    ), free_host AS (
      SELECT h."name" FROM "host" h JOIN first_of_host f ON f."hostName" = h."name"
      WHERE (h."leaseUntil" IS NULL OR h."leaseUntil" <= ${now})
        AND (h."nextRequestAt" IS NULL OR h."nextRequestAt" <= ${now})
      ORDER BY f."nextPollAt"
      LIMIT ${claim.limit}
      FOR UPDATE OF h SKIP LOCKED
    ), leased_host AS (
      UPDATE "host" h SET "leaseUntil" = ${leaseUntil} FROM free_host f WHERE h."name" = f."name" RETURNING h."name"
    )
    UPDATE "source" s SET "leaseUntil" = ${leaseUntil}, "leaseOwner" = ${claim.owner}
    FROM first_of_host f JOIN leased_host l ON l."name" = f."hostName"
    WHERE s."id" = f."id" AND s."nextPollAt" <= ${now} AND (s."leaseUntil" IS NULL OR s."leaseUntil" <= ${now})
    RETURNING s."id"`
  return claimed.length === 0
    ? []
    : readClaimed(
        database,
        claimed.map((row) => row.id),
        claim.owner,
      )
}

/** What every posting of a source is worth: its subscribers times the admin's factor. */
export function weightOf(source: {
  readonly weightFactor: number
  readonly _count: { readonly subscriptions: number }
}): number {
  return source.weightFactor * source._count.subscriptions
}

async function readClaimed(database: Database, ids: number[], owner: string): Promise<ClaimedSource[]> {
  const rows = await database.source.findMany({
    where: { id: { in: ids } },
    include: { plan: true, _count: { select: { subscriptions: true } } },
    orderBy: { nextPollAt: 'asc' },
  })
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    siteUrl: row.siteUrl,
    hostName: row.hostName,
    etag: row.etag,
    lastModified: row.lastModified,
    bodyHash: row.bodyHash,
    plannedAt: row.nextPollAt?.getTime() ?? 0,
    firstPolledAt: row.firstPolledAt?.getTime() ?? null,
    lastSuccessAt: row.lastSuccessAt?.getTime() ?? null,
    consecutiveFailures: row.consecutiveFailures,
    window: toWindow(row),
    weight: weightOf(row),
    plan: row.plan === null ? null : toSourcePlan(row.plan),
    planId: row.planId,
    leaseOwner: owner,
  }))
}

/** Gives a lease back without a poll, so that another process may take the source at once. */
export async function releaseSource(database: Database, source: ClaimedSource): Promise<void> {
  await database.$transaction([
    database.source.updateMany({
      where: { id: source.id, leaseOwner: source.leaseOwner },
      data: { leaseUntil: null, leaseOwner: null },
    }),
    database.host.update({ where: { name: source.hostName }, data: { leaseUntil: null } }),
  ])
}
