import { memoryVersion } from '#lib/policy/learning/pack.ts'
import type { PlanOverride } from '#lib/policy/schedule/plan-override.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { toSourcePlan, toWindow } from './plan-rows.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { fastReaders, weightSql } from './source-weights.ts'
import { toHintRecord, toWindowMemory, type SourceLearning } from '#lib/store/ground/source-learning.ts'
import { isUnpaused } from '#lib/store/ground/unpaused-sources.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

type HistoryRow = {
  id: number
  weight: number
  windowSize: number | null
  firstPolledAt: Date | null
  lastSuccessAt: Date | null
  oldestAt: Date | null
  postingTimes: number[] | null
  windowOldestAt: Date | null
  windowNewestAt: Date | null
  nextPollAt: Date | null
  lastPolledAt: Date | null
  hasAnswered: boolean
  pushShare: number
  leastIntervalMs: bigint | null
  isAsked: boolean
  bearsUrgency: boolean
  heldMs: number | null
  fixedIntervalMs: bigint | null
  greatestDelayMs: bigint | null
  planId: bigint | null
  windowLearned: number | null
  dispersion: number
  overflowIntervalMs: bigint | null
  hintRecord: Prisma.JsonValue
}

/** A source's history together with the plan in force, whose carried fraction the next plan takes over: nothing carries under 'price'. */
export type PlannableSource = {
  readonly history: SourceHistory
  readonly plan: SourcePlan | null
  readonly nextPollAt: number | null
  readonly lastPolledAt: number
  /** Its last poll brought a document or "not modified"; otherwise what was decided then must stay. */
  readonly hasAnswered: boolean
  readonly window: PollFacts['window']
  readonly pushShare: number
  /** Its publisher's limit; null: none. */
  readonly leastIntervalMs: number | null
  /** Its host does not object: it never complained and answers. */
  readonly bearsUrgency: boolean
  /** The admin's override for it. */
  readonly override: PlanOverride
  /** The lessons of its polls about its window and its publisher's hints. */
  readonly learning: Pick<SourceLearning, 'memory' | 'hintRecord'>
}

type Wanted = {
  readonly since: number
  readonly sourceIds?: readonly number[]
  /** Whose postings and plans are read: of all, or only of those that the price policy does not remember. */
  readonly historyOf?: 'all' | 'forgotten'
}

/** Longer than anything is planned: sources that ended, and those whose publishers want no polls. */
const neverMs = Prisma.sql`1e14`

/**
 * The longest interval of a source whatever its plan: as its publisher or its host bears it, and while it fails as long as it waits now. Null:
 * nothing holds it.
 */
const heldMs = Prisma.sql`greatest(w."leastIntervalMs"::float8,
  count(*) OVER (PARTITION BY s."hostName") * 3.6e6 / least(h."requestsPerHour", w."requestsPerHour"),
  CASE WHEN w."isOptedOut" OR s."nextPollAt" IS NULL THEN ${neverMs}
    WHEN s."lastOutcome" NOT IN ('fetched', 'not-modified')
      THEN extract(epoch FROM s."nextPollAt" - s."lastPolledAt")::float8 * 1000 END)::float8`

/**
 * The known facts of the sources that have subscribers, are not paused and were read at least once: their postings of the learning
 * window, at their credible time or, without one, when they were found. Where no history is wanted it is empty.
 */
export async function listPlannableSources(
  database: Database | Transaction,
  options: Wanted,
): Promise<PlannableSource[]> {
  const since = new Date(options.since)
  const remembered = options.historyOf === 'forgotten' ? memoryVersion : null
  const ids = options.sourceIds === undefined ? null : [...options.sourceIds]
  const formula = await getSettings(database)
  const shares = fastReaders(formula, ids === null ? null : Prisma.sql`= ANY(${ids}::int[])`)
  const rows = await database.$queryRaw<HistoryRow[]>`
    SELECT s."id", ${weightSql(formula, Prisma.sql`p."count"`, Prisma.sql`say."readers"`)} AS "weight", s."windowSize", s."windowOldestAt", s."windowNewestAt",
      s."firstPolledAt", s."lastSuccessAt", s."nextPollAt", s."lastPolledAt", s."planId",
      s."fixedIntervalMs", s."greatestDelayMs",
      s."windowLearned", s."dispersion", s."overflowIntervalMs", s."hintRecord",
      w."leastIntervalMs", say."sourceId" IS NOT NULL AS "isAsked",
      (h."requestsPerHour" IS NULL AND h."downSince" IS NULL) AS "bearsUrgency",
      ${heldMs} AS "heldMs",
      coalesce(s."lastOutcome" IN ('fetched', 'not-modified'), false) AS "hasAnswered", recent."postingTimes", oldest."at" AS "oldestAt",
      coalesce((SELECT max(h."pushShare") FROM "push_subscription" h
        WHERE h."sourceId" = s."id" AND h."state" = 'active'), 0) AS "pushShare"
    FROM "source" s
    JOIN LATERAL (SELECT count(*)::int AS "count" FROM "subscription" u WHERE u."sourceId" = s."id") p ON p."count" > 0
    LEFT JOIN ${shares} say ON say."sourceId" = s."id"
    LEFT JOIN "host" h ON h."name" = s."hostName"
    LEFT JOIN "host_wish" w ON w."host" = s."hostName"
    LEFT JOIN "price_memory" m ON m."sourceId" = s."id" AND m."version" = ${remembered}::int
    CROSS JOIN LATERAL (
      SELECT array_agg((extract(epoch FROM coalesce(g."publishedAt", g."foundAt")) * 1000)::float8
          ORDER BY coalesce(g."publishedAt", g."foundAt")) AS "postingTimes"
      FROM "posting" g
      -- shownAt is never before the time a posting is believed to be of, and it has the index
      WHERE m."sourceId" IS NULL AND g."sourceId" = s."id" AND g."shownAt" >= ${since}
        AND coalesce(g."publishedAt", g."foundAt") >= ${since}
    ) recent
    LEFT JOIN LATERAL (
      SELECT g."shownAt" AS "at" FROM "posting" g WHERE m."sourceId" IS NULL AND g."sourceId" = s."id"
      ORDER BY g."shownAt", g."id" LIMIT 1
    ) oldest ON true
    WHERE s."firstPolledAt" IS NOT NULL AND ${isUnpaused} AND (${ids}::int[] IS NULL OR s."id" = ANY(${ids}::int[]))
    ORDER BY s."id"`
  const plans = await plansById(
    database,
    remembered === null ? rows.flatMap((row) => (row.planId === null ? [] : [row.planId])) : [],
  )
  return rows.map((row) => ({
    history: toHistory(row, options.since),
    plan: row.planId === null ? null : (plans.get(row.planId) ?? null),
    nextPollAt: row.nextPollAt?.getTime() ?? null,
    lastPolledAt: row.lastPolledAt?.getTime() ?? options.since,
    hasAnswered: row.hasAnswered,
    window: toWindow(row),
    learning: { memory: toWindowMemory(row), hintRecord: toHintRecord(row.hintRecord) },
    pushShare: row.pushShare,
    bearsUrgency: row.bearsUrgency,
    leastIntervalMs: toNumber(row.leastIntervalMs),
    override: {
      fixedIntervalMs: toNumber(row.fixedIntervalMs),
      greatestDelayMs: toNumber(row.greatestDelayMs),
    },
  }))
}

function toNumber(milliseconds: bigint | null): number | null {
  return milliseconds === null ? null : Number(milliseconds)
}

/** Before its oldest known posting nothing is known of a source, so that its rate is taken from then on. */
function toHistory(row: HistoryRow, since: number): SourceHistory {
  const evidenceFrom = row.oldestAt?.getTime() ?? row.firstPolledAt?.getTime() ?? since
  return {
    sourceId: row.id,
    weight: row.weight,
    ...(row.isAsked && row.bearsUrgency && { isUrgent: true }),
    ...(row.greatestDelayMs !== null && { greatestDelayMs: Number(row.greatestDelayMs) }),
    ...(row.heldMs !== null && { heldMs: row.heldMs }),
    postingTimes: row.postingTimes ?? [],
    knownSince: Math.max(since, evidenceFrom),
    knownUntil: row.lastSuccessAt?.getTime() ?? since,
    // What its documents can be relied on to hold, not what the last one happened to.
    windowSize: row.windowLearned === null ? row.windowSize : Math.max(1, Math.floor(row.windowLearned)),
    carry: null,
  }
}

async function plansById(database: Database | Transaction, ids: bigint[]): Promise<Map<bigint, SourcePlan>> {
  const rows = await database.plan.findMany({ where: { id: { in: ids } } })
  return new Map(rows.map((row) => [row.id, toSourcePlan(row)]))
}
