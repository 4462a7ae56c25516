import type { HostState } from '#lib/policy/schedule/host-patience.ts'
import type { PriceMemory } from '#lib/policy/price/memory.ts'
import type { Population } from '#lib/policy/price/population.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/types.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma, type Plan, type PushSubscription } from './generated/client.ts'
import { toHostState } from './hosts.ts'
import { toSourcePlan, toWindow } from './plan-rows.ts'
import { readPopulations, toPriceMemory } from './price-memories.ts'
import { getSettings } from './settings.ts'
import { toTaught, type Taught } from './taught.ts'

/** A source whose poll this process has taken on until `leaseUntil`, with all that its poll needs. */
export type ClaimedSource = {
  readonly id: number
  readonly url: string
  readonly hostName: string
  readonly etag: string | null
  readonly lastModified: string | null
  readonly bodyHash: string | null
  readonly plannedAt: number
  readonly plannedReason: string
  readonly firstPolledAt: number | null
  readonly lastSuccessAt: number | null
  readonly consecutiveFailures: number
  readonly window: PollFacts['window']
  readonly weight: number
  readonly plan: SourcePlan | null
  readonly planId: bigint | null
  readonly leaseOwner: string
  readonly host: HostState
  readonly taught: Taught
  /** The setting: greatest chance that its window overflows before the next poll. */
  readonly overflowRisk: number
  /** The hub that delivers its postings; null: polls alone find them. */
  readonly push: LivePush | null
  /** What the price policy remembers of it; null: nothing yet, or lost. */
  readonly priceMemory: PriceMemory | null
  /** What all sources had taught when its plan was made. */
  readonly population: Population | null
}

/** A subscription to a hub while its lease runs. */
export type LivePush = {
  readonly id: number
  readonly share: number
  /** Its misses count from then on. */
  readonly activeSince: number
  readonly pingedAt: number | null
}

/** How many due sources are looked at to find `limit` of different hosts. */
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
 * How urgent a due source is: what its delay costs by now. After a standstill the heavy sources come first, and no light
 * one starves, as its delay goes on growing.
 */
const urgency = (at: Date) => Prisma.sql`
  coalesce(p."weight", 1) * (60 + extract(epoch FROM ${at}::timestamptz - d."nextPollAt"))`

/**
 * Takes a lease on at most `limit` due sources, first those somebody waits for, then by weight times time overdue, one
 * per host and only where the host may be asked now. Several processes may claim at the same time; a crash lets the leases expire.
 */
export async function claimDueSources(database: Database, claim: Claim): Promise<ClaimedSource[]> {
  const ids = await database.$transaction(
    async (transaction) => {
      const hosts = await lockFreeHosts(transaction, claim)
      return hosts.length === 0 ? [] : leaseFirstOfEach(transaction, claim, hosts)
    },
    { maxWait: 10_000 },
  )
  return ids.length === 0 ? [] : readClaimed(database, ids, claim.owner)
}

/** Hosts with due sources that nobody asks now, locked; those that another process is looking at are passed over. */
async function lockFreeHosts(transaction: Transaction, { now, limit }: Claim): Promise<string[]> {
  const at = new Date(now)
  const rows = await transaction.$queryRaw<{ name: string }[]>`
    WITH candidate AS (
      SELECT d."hostName", d."nextPollAt", d."isAwaited", d."planId"
      FROM "source" d JOIN "host" h ON h."name" = d."hostName"
      WHERE d."nextPollAt" <= ${at} AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${at})
        AND (h."leaseUntil" IS NULL OR h."leaseUntil" <= ${at})
        AND (h."nextRequestAt" IS NULL OR h."nextRequestAt" <= ${at})
      ORDER BY d."isAwaited" DESC, d."nextPollAt"
      LIMIT ${candidatesPerClaim}
    ), waiting AS (
      SELECT d."hostName", bool_or(d."isAwaited") AS "isAwaited", max(${urgency(at)}) AS "urgency"
      FROM candidate d LEFT JOIN "plan" p ON p."id" = d."planId" GROUP BY d."hostName"
    )
    SELECT h."name" FROM "host" h JOIN waiting w ON w."hostName" = h."name"
    WHERE (h."leaseUntil" IS NULL OR h."leaseUntil" <= ${at})
      AND (h."nextRequestAt" IS NULL OR h."nextRequestAt" <= ${at})
    ORDER BY w."isAwaited" DESC, w."urgency" DESC
    LIMIT ${limit}
    FOR NO KEY UPDATE OF h SKIP LOCKED`
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
      SELECT DISTINCT ON (d."hostName") d."id" FROM "source" d LEFT JOIN "plan" p ON p."id" = d."planId"
      WHERE d."hostName" = ANY(${hosts}) AND d."nextPollAt" <= ${at}
        AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${at})
      ORDER BY d."hostName", d."isAwaited" DESC, ${urgency(at)} DESC
    ), locked AS (
      SELECT f."id" FROM "source" f WHERE f."id" IN (SELECT "id" FROM first) AND f."nextPollAt" <= ${at}
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE "source" s SET "leaseUntil" = ${leaseUntil}, "leaseOwner" = ${claim.owner}
    WHERE s."id" IN (SELECT "id" FROM locked)
    RETURNING s."id", s."hostName"`
  await transaction.$executeRaw`
    UPDATE "host" SET "leaseUntil" = ${leaseUntil}, "leaseOwner" = ${claim.owner},
      "nextRequestAt" = ${at}::timestamptz
        + make_interval(secs => greatest(${claim.spacingMs / 1000}, coalesce(3600 / "requestsPerHour", 0)))
    WHERE "name" = ANY(${rows.map((row) => row.hostName)})`
  return rows.map((row) => row.id)
}

/** What every posting of a source is worth: its subscribers times the admin's factor. */
export function weightOf(source: {
  readonly weightFactor: number
  readonly _count: { readonly subscriptions: number }
}): number {
  return source.weightFactor * source._count.subscriptions
}

async function readClaimed(database: Database, ids: number[], owner: string): Promise<ClaimedSource[]> {
  const { overflowRisk } = await getSettings(database)
  const rows = await database.source.findMany({
    where: { id: { in: ids } },
    include: {
      plan: true,
      priceMemory: true,
      host: true,
      pushSubscriptions: { where: { state: 'active' }, orderBy: { pushShare: 'desc' }, take: 1 },
      _count: { select: { subscriptions: true } },
    },
    orderBy: { nextPollAt: 'asc' },
  })
  const populations = await readPopulations(
    database,
    rows.flatMap(({ plan }) => (typeof plan?.runId === 'number' ? [plan.runId] : [])),
  )
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    hostName: row.hostName,
    etag: row.etag,
    lastModified: row.lastModified,
    bodyHash: row.bodyHash,
    plannedAt: row.nextPollAt?.getTime() ?? 0,
    plannedReason: row.nextPollReason,
    firstPolledAt: row.firstPolledAt?.getTime() ?? null,
    lastSuccessAt: row.lastSuccessAt?.getTime() ?? null,
    consecutiveFailures: row.consecutiveFailures,
    window: toWindow(row),
    weight: weightOf(row),
    ...planAndPopulation(row.plan, populations),
    priceMemory: toPriceMemory(row.priceMemory),
    planId: row.planId,
    leaseOwner: owner,
    host: toHostState(row.host),
    taught: toTaught(row),
    overflowRisk,
    push: toLivePush(row.pushSubscriptions[0]),
  }))
}

function planAndPopulation(
  row: Plan | null,
  populations: ReadonlyMap<number, Population | null>,
): Pick<ClaimedSource, 'plan' | 'population'> {
  const population = populations.get(row?.runId ?? -1) ?? null
  if (row === null) return { plan: null, population }
  return { plan: { ...toSourcePlan(row), ...(population !== null && { population }) }, population }
}

function toLivePush(row: PushSubscription | undefined): LivePush | null {
  if (!row?.activeSince) return null
  return {
    id: row.id,
    share: row.pushShare,
    activeSince: row.activeSince.getTime(),
    pingedAt: row.pingedAt?.getTime() ?? null,
  }
}

/** Gives a lease back without a poll, so that another process may take the source at once. */
export async function releaseSource(database: Database, source: ClaimedSource): Promise<void> {
  await database.$transaction([
    database.host.updateMany({
      where: { name: source.hostName, leaseOwner: source.leaseOwner },
      data: { leaseUntil: null, leaseOwner: null },
    }),
    database.source.updateMany({
      where: { id: source.id, leaseOwner: source.leaseOwner },
      data: { leaseUntil: null, leaseOwner: null },
    }),
  ])
}
