import type { PlanOverride } from '#lib/policy/schedule/plan-override.ts'
import type { HostState } from '#lib/policy/schedule/host-patience.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { WeightFormula } from '#lib/policy/basics/weight.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isOneOf } from '#lib/store/connection/is-one-of.ts'
import { readPopulations, readPriceMemories } from './price-memories.ts'
import type { StoredRobots } from '#lib/store/hosts/robots-files.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { fastReaders, subscribersOf, weightSql } from '#lib/store/planning/source-weights.ts'
import {
  toSourceLearning,
  type SourceLearning,
  type SourceLearningColumns,
} from '#lib/store/ground/source-learning.ts'
import type { PublisherLimit } from '#lib/store/ground/change-log.ts'
import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'

/** A source whose poll this process has taken on until `leaseUntil`, with all that its poll needs. */
export type ClaimedSource = {
  readonly id: number
  readonly url: string
  readonly hostName: string
  readonly etag: string | null
  readonly lastModified: string | null
  readonly bodyHash: string | null
  readonly plannedAt: number
  readonly plannedReason: Reason | null
  readonly firstPolledAt: number | null
  readonly lastPolledAt: number | null
  readonly lastSuccessAt: number | null
  readonly consecutiveFailures: number
  readonly lastHttpStatus: number | null
  readonly window: PollFacts['window']
  /** The value of a minute of its delay (lib/policy/basics/weight.ts). */
  readonly weight: number
  readonly plan: SourcePlan | null
  readonly planId: bigint | null
  readonly leaseOwner: string
  readonly leaseUntil: number
  readonly host: HostState
  /** The limit of its publisher; null: nothing is known. */
  readonly limit: Pick<PublisherLimit, 'leastIntervalMs' | 'requestsPerHour' | 'isOptedOut'> | null
  /** The admin's override for it. */
  readonly override: PlanOverride
  /** The robots.txt of its origin as last read; null: never asked for. */
  readonly robots: StoredRobots | null
  readonly learning: SourceLearning
  /** The setting: greatest chance that its window overflows before the next poll. */
  readonly overflowRisk: number
  /** The hub that delivers its postings; null: polls alone find them. */
  readonly push: LivePush | null
  /** The memory of the price policy about it; null: nothing yet, or lost. */
  readonly priceMemory: PriceMemory | null
  /** The lessons of all sources when its plan was made. */
  readonly population: Population | null
}

/** A subscription to a hub while its lease runs. */
type LivePush = {
  readonly id: number
  readonly share: number
  /** Its misses count from then on. */
  readonly activeSince: number
  readonly pingedAt: number | null
}

/** As the statement gives it; instants in milliseconds. */
type ClaimedRow = Pick<
  ClaimedSource,
  | 'id'
  | 'url'
  | 'hostName'
  | 'etag'
  | 'lastModified'
  | 'bodyHash'
  | 'plannedAt'
  | 'plannedReason'
  | 'firstPolledAt'
  | 'lastPolledAt'
  | 'lastSuccessAt'
  | 'consecutiveFailures'
  | 'lastHttpStatus'
  | 'weight'
  | 'host'
  | 'limit'
  | 'override'
  | 'robots'
  | 'push'
> &
  SourceLearningColumns & {
    readonly plan: (Omit<SourcePlan, 'presence'> & { readonly presence: string | null }) | null
    readonly planId: string | null
    readonly runId: number | null
    readonly windowSize: number | null
    readonly windowOldestAt: number | null
    readonly windowNewestAt: number | null
  }

/**
 * The facts that the polls of these sources need, by the time they were planned. As JSON, because making objects of rows with arrays
 * takes 10 times as long.
 */
export async function readClaimed(
  database: Database,
  ids: readonly number[],
  lease: { readonly owner: string; readonly now: number; readonly leaseMs: number },
): Promise<ClaimedSource[]> {
  const settings = await getSettings(database)
  const { overflowRisk } = settings
  const rows = await readRows(database, ids, settings)
  const populations = await readPopulations(
    database,
    rows.flatMap(({ runId }) => (runId === null ? [] : [runId])),
  )
  const memories = await readPriceMemories(database, ids)
  const leased = { leaseOwner: lease.owner, leaseUntil: lease.now + lease.leaseMs, overflowRisk }
  return rows.map((row) => ({
    ...toClaimed(row, populations.get(row.runId ?? -1) ?? null),
    priceMemory: memories.get(row.id) ?? null,
    ...leased,
  }))
}

/** The documents of a source's row `s`. Not joined: a join computes them for all rows of the tables, and not just for these. */
const planJson = Prisma.sql`(SELECT to_json(p) FROM (
  SELECT "sourceId", extract(epoch FROM "madeAt") * 1000 AS "madeAt", "policy", "policyVersion", "weight", "ratePerDay",
    "pollsPerDay", "pattern", "carry", "predictedDelayMs", "minIntervalMs", "maxStalenessMs", "windowSize",
    encode("presence", 'hex') AS "presence"
  FROM "plan" WHERE "id" = s."planId") p)`
const hostJson = Prisma.sql`(SELECT to_json(h) FROM (
  SELECT "requestsPerHour", "failedSourceIds", extract(epoch FROM "downSince") * 1000 AS "downSince", "probes"
  FROM "host" WHERE "name" = s."hostName") h)`
const limitJson = Prisma.sql`(SELECT to_json(w) FROM (
  SELECT "leastIntervalMs", "requestsPerHour", "isOptedOut" FROM "host_wish" WHERE "host" = s."hostName") w)`
const robotsJson = Prisma.sql`(SELECT to_json(r) FROM (
  SELECT "rules", "crawlDelayMs", extract(epoch FROM "checkedAt") * 1000 AS "checkedAt" FROM "robots_file"
  WHERE "origin" = substring(s."url" FROM '^[a-z]+://[^/?#]+')) r)`
const pushJson = Prisma.sql`(SELECT to_json(a) FROM (
  SELECT "id", "pushShare" AS "share", extract(epoch FROM "activeSince") * 1000 AS "activeSince",
    extract(epoch FROM "pingedAt") * 1000 AS "pingedAt"
  FROM "push_subscription" WHERE "sourceId" = s."id" AND "state" = 'active' ORDER BY "pushShare" DESC LIMIT 1
) a WHERE a."activeSince" IS NOT NULL)`

async function readRows(
  database: Database,
  ids: readonly number[],
  formula: WeightFormula,
): Promise<ClaimedRow[]> {
  const shares = fastReaders(formula, isOneOf(ids))
  const [answer] = await database.$queryRaw<{ rows: string | null }[]>`
    SELECT json_agg(n ORDER BY n."plannedAt", n."id")::text AS "rows" FROM (
      SELECT s."id", s."url", s."hostName", s."etag", s."lastModified", s."bodyHash", s."nextPollReason" AS "plannedReason",
        coalesce(extract(epoch FROM s."nextPollAt") * 1000, 0) AS "plannedAt",
        extract(epoch FROM s."firstPolledAt") * 1000 AS "firstPolledAt",
        extract(epoch FROM s."lastPolledAt") * 1000 AS "lastPolledAt",
        extract(epoch FROM s."lastSuccessAt") * 1000 AS "lastSuccessAt", s."consecutiveFailures", s."lastHttpStatus",
        s."windowSize", extract(epoch FROM s."windowOldestAt") * 1000 AS "windowOldestAt",
        extract(epoch FROM s."windowNewestAt") * 1000 AS "windowNewestAt",
        s."windowLearned", s."dispersion", s."overflowIntervalMs", s."hintRecord", s."movedTo",
        extract(epoch FROM s."movedSince") * 1000 AS "movedSince", s."movedTimes",
        extract(epoch FROM s."goneSince") * 1000 AS "goneSince",
        ${weightSql(formula, subscribersOf, Prisma.sql`say."readers"`)} AS "weight",
        s."planId"::text AS "planId", (SELECT "runId" FROM "plan" WHERE "id" = s."planId") AS "runId",
        json_build_object('fixedIntervalMs', s."fixedIntervalMs", 'greatestDelayMs', s."greatestDelayMs") AS "override",
        ${planJson} AS "plan", ${hostJson} AS "host", ${limitJson} AS "limit", ${robotsJson} AS "robots",
        ${pushJson} AS "push"
      FROM "source" s LEFT JOIN ${shares} say ON say."sourceId" = s."id" WHERE s."id" ${isOneOf(ids)}
    ) n`
  return JSON.parse(answer?.rows ?? '[]') as ClaimedRow[] // written by the statement above
}

function toClaimed(
  row: ClaimedRow,
  population: Population | null,
): Omit<ClaimedSource, 'leaseOwner' | 'leaseUntil' | 'overflowRisk' | 'priceMemory'> {
  const { plan, planId, windowSize, windowOldestAt, windowNewestAt } = row
  const hasWindow = windowSize !== null && windowOldestAt !== null && windowNewestAt !== null
  return {
    id: row.id,
    url: row.url,
    hostName: row.hostName,
    etag: row.etag,
    lastModified: row.lastModified,
    bodyHash: row.bodyHash,
    plannedAt: row.plannedAt,
    plannedReason: row.plannedReason,
    firstPolledAt: row.firstPolledAt,
    lastPolledAt: row.lastPolledAt,
    lastSuccessAt: row.lastSuccessAt,
    consecutiveFailures: row.consecutiveFailures,
    lastHttpStatus: row.lastHttpStatus,
    window: hasWindow ? { size: windowSize, oldestAt: windowOldestAt, newestAt: windowNewestAt } : null,
    weight: row.weight,
    plan: plan === null ? null : toPlan(plan, population),
    planId: planId === null ? null : BigInt(planId),
    host: row.host,
    limit: row.limit,
    override: row.override,
    robots: row.robots,
    learning: toSourceLearning(row),
    push: row.push,
    population,
  }
}

/** The plan of a row, whose presence of readers is hexadecimal there. */
function toPlan(row: NonNullable<ClaimedRow['plan']>, population: Population | null): SourcePlan {
  const { presence, ...plan } = row
  return {
    ...plan,
    ...(presence !== null && { presence: new Uint8Array(Buffer.from(presence, 'hex')) }),
    ...(population !== null && { population }),
  }
}
