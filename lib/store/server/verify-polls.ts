import { memoryBytes, memoryVersion } from '#lib/policy/learning/pack.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { listing } from '#lib/store/ground/source-listing.ts'
import { isOwnerAlive } from '#lib/store/connection/liveness.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import type { Invariant, VerifyMoment } from './invariant.ts'

/** A lease lasts a minute of the machine, one of mail some; longer ones are of a clock that was ahead. */
const longestLeaseMs = 10 * MINUTE_MS
/** The leases of a dead process are given back within a second where another one lives. */
const takenBackMs = 60_000
/** No interval, pause or probe that we plan is longer, and none that a host asks for. */
const longestPlannedMs = 400 * DAY_MS

/** The invariants of sources, their polls and plans, and of leases. */
export function pollInvariants(moment: VerifyMoment): readonly Invariant[] {
  return [...leaseInvariants(moment), ...sourceInvariants(moment), ...memoryInvariants]
}

/**
 * The leases that a process takes for a while. Of the lab by the database's clock; a run that is over may have kept the end of a
 * lease that nobody has (given up before that was mended).
 */
export const leased = Prisma.sql`(
  SELECT 'host ' || "name" AS "what", "leaseUntil", "leaseOwner", false AS "isByDatabase" FROM "host"
  UNION ALL SELECT 'source ' || "id", "leaseUntil", "leaseOwner", false FROM "source"
  UNION ALL SELECT 'alert delivery ' || "id", "leaseUntil", "leaseOwner", false FROM "alert_delivery"
  UNION ALL SELECT 'send ' || "id", "leaseUntil", "leaseOwner", false FROM "integration_send"
  UNION ALL SELECT 'lab run ' || "id", "leaseUntil", "leaseOwner", true FROM "lab_run"
  WHERE "state" = 'running' OR "leaseOwner" IS NOT NULL)`

function leaseInvariants({ now, speed }: VerifyMoment): readonly Invariant[] {
  const latest = Prisma.sql`CASE WHEN "isByDatabase" THEN clock_timestamp() + ${longestLeaseMs}::int * interval '1 millisecond'
    ELSE ${new Date(now + longestLeaseMs * speed)}::timestamptz END`
  return [
    {
      name: 'leases have an owner and an end that comes',
      broken: Prisma.sql`
        SELECT l."what" || ' until ' || coalesce(l."leaseUntil"::text, 'ever') AS "what" FROM ${leased} l
        WHERE ("leaseUntil" IS NULL) <> ("leaseOwner" IS NULL) OR "leaseUntil" > ${latest}`,
    },
    {
      name: 'no lease is of a process that died',
      // Where none lives there is nobody yet to give it back.
      broken: Prisma.sql`
        SELECT l."what" || ' of ' || l."leaseOwner" AS "what" FROM ${leased} l
        JOIN "aggregator_heartbeat" b ON b."owner" = l."leaseOwner"
        WHERE b."holdsLock" AND NOT ${isOwnerAlive} AND b."lastPassAt" < ${new Date(now - takenBackMs * speed)}
          AND EXISTS (SELECT 1 FROM "aggregator_heartbeat" b WHERE b."holdsLock" AND ${isOwnerAlive})`,
    },
  ]
}

/** Somebody subscribes to source `s`. */
const isSubscribed = Prisma.sql`EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = s."id")`

function sourceInvariants({ now }: VerifyMoment): readonly Invariant[] {
  return [
    {
      name: 'each source that somebody reads has a next poll',
      broken: Prisma.sql`
        SELECT 'source ' || s."id" AS "what" FROM "source" s
        WHERE s."archiveOwnerId" IS NULL AND s."nextPollAt" IS NULL AND s."goneSince" IS NULL AND ${isSubscribed}
        UNION ALL SELECT 'source ' || s."id" || ': ' || s."nextPollAt" FROM "source" s
        WHERE s."nextPollAt" > ${new Date(now + longestPlannedMs)}`,
    },
    {
      name: 'each source that is polled has its newest plan in force',
      broken: Prisma.sql`
        SELECT 'source ' || s."id" || ', plan ' || coalesce(s."planId"::text, 'none') AS "what" FROM "source" s
        WHERE s."planId" IS DISTINCT FROM (
          SELECT max(p."id") FROM "plan" p WHERE p."sourceId" = s."id")
        UNION ALL SELECT 'plan ' || p."id" || ' of source ' || s."id" FROM "source" s JOIN "plan" p ON p."id" = s."planId"
        WHERE p."sourceId" <> s."id"`,
    },
    {
      name: 'plans in force come from a planning that is stored',
      broken: Prisma.sql`
        SELECT 'source ' || s."id" AS "what" FROM "source" s JOIN "plan" p ON p."id" = s."planId"
        WHERE p."runId" IS NULL AND s."nextPollAt" IS NOT NULL`,
    },
    {
      name: 'the last poll of a source is stored',
      // Later than the source says where the clock was set back since.
      broken: Prisma.sql`
        SELECT 'source ' || s."id" AS "what" FROM "source" s
        WHERE s."planId" IS NOT NULL AND s."lastPolledAt" IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM "poll" p WHERE p."sourceId" = s."id" AND p."finishedAt" >= s."lastPolledAt")`,
    },
    {
      name: 'subscribers are counted as they are',
      broken: Prisma.sql`
        SELECT 'source ' || s."id" || ': ' || coalesce(l."subscribers", 0) || ', not ' || coalesce(u."count", 0) AS "what"
        FROM "source" s LEFT JOIN ${listing} l ON l."sourceId" = s."id"
        LEFT JOIN (SELECT "sourceId", count(*)::int AS "count" FROM "subscription" GROUP BY 1) u ON u."sourceId" = s."id"
        WHERE l."subscribers" IS DISTINCT FROM coalesce(u."count", 0)`,
    },
  ]
}

const memoryInvariants: readonly Invariant[] = [
  {
    name: 'memories of the price policy are whole',
    broken: Prisma.sql`
      SELECT 'source ' || "sourceId" AS "what" FROM "price_memory"
      WHERE "version" = ${memoryVersion}::int AND octet_length("bytes") <> ${memoryBytes}::int`,
  },
  {
    name: 'promises and measured delays are within their ranges',
    broken: Prisma.sql`
      SELECT 'source ' || "sourceId" AS "what" FROM "source_freshness"
      WHERE "state" NOT IN ('learning', 'kept', 'broken') OR "promiseMs" <= 0 OR "count" < 0 OR "withoutExactTime" < 0
        OR "keptShare" NOT BETWEEN 0 AND 1 OR "within5" NOT BETWEEN 0 AND 1
        OR "within15" NOT BETWEEN "within5" AND 1 OR "within60" NOT BETWEEN "within15" AND 1
        OR "medianMs" < 0 OR "p90Ms" < "medianMs" OR ("count" > 0) <> ("medianMs" IS NOT NULL)`,
  },
]
