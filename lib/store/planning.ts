import type { PlanningRun, PollFacts, SourceHistory, SourcePlan } from '#lib/policy/types.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { notify } from './notify.ts'
import { toSourcePlan, toWindow } from './plan-rows.ts'
import { findLatestRun } from './planning-runs.ts'

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
  planId: bigint | null
}

/** A source's history together with the plan in force, whose carried fraction the next plan takes over. */
export type PlannableSource = {
  readonly history: SourceHistory
  readonly plan: SourcePlan | null
  readonly nextPollAt: number | null
  readonly lastPolledAt: number
  /** Its last poll brought a document or "not modified"; otherwise what was decided then must stay. */
  readonly hasAnswered: boolean
  readonly window: PollFacts['window']
  readonly pushShare: number
}

/**
 * What is known of the sources that have subscribers and were read at least once: their postings of the learning
 * window, at their credible time or, without one, when they were found.
 */
export async function listPlannableSources(
  database: Database | Transaction,
  options: { readonly since: number; readonly sourceIds?: readonly number[] },
): Promise<PlannableSource[]> {
  const since = new Date(options.since)
  const ids = options.sourceIds === undefined ? null : [...options.sourceIds]
  const rows = await database.$queryRaw<HistoryRow[]>`
    SELECT s."id", s."weightFactor" * p."count" AS "weight", s."windowSize", s."windowOldestAt", s."windowNewestAt",
      s."firstPolledAt", s."lastSuccessAt", s."nextPollAt", s."lastPolledAt", s."planId",
      s."lastOutcome" IN ('fetched', 'not-modified') AS "hasAnswered", recent."postingTimes", oldest."at" AS "oldestAt",
      coalesce((SELECT max(h."pushShare") FROM "push_subscription" h
        WHERE h."sourceId" = s."id" AND h."state" = 'active'), 0) AS "pushShare"
    FROM "source" s
    JOIN LATERAL (SELECT count(*)::int AS "count" FROM "subscription" u WHERE u."sourceId" = s."id") p ON p."count" > 0
    CROSS JOIN LATERAL (
      SELECT array_agg(extract(epoch FROM coalesce(g."publishedAt", g."foundAt")) * 1000
          ORDER BY coalesce(g."publishedAt", g."foundAt")) AS "postingTimes"
      FROM "posting" g
      -- shownAt is never before the time a posting is believed to be of, and it has the index
      WHERE g."sourceId" = s."id" AND g."shownAt" >= ${since} AND coalesce(g."publishedAt", g."foundAt") >= ${since}
    ) recent
    LEFT JOIN LATERAL (
      SELECT g."shownAt" AS "at" FROM "posting" g WHERE g."sourceId" = s."id" ORDER BY g."shownAt", g."id" LIMIT 1
    ) oldest ON true
    WHERE s."firstPolledAt" IS NOT NULL AND (${ids}::int[] IS NULL OR s."id" = ANY(${ids}::int[]))
    ORDER BY s."id"`
  const plans = await plansById(
    database,
    rows.flatMap((row) => (row.planId === null ? [] : [row.planId])),
  )
  return rows.map((row) => ({
    history: toHistory(row, options.since),
    plan: row.planId === null ? null : (plans.get(row.planId) ?? null),
    nextPollAt: row.nextPollAt?.getTime() ?? null,
    lastPolledAt: row.lastPolledAt?.getTime() ?? options.since,
    hasAnswered: row.hasAnswered,
    window: toWindow(row),
    pushShare: row.pushShare,
  }))
}

/** Before its oldest known posting nothing is known of a source, so that its rate is taken from then on. */
function toHistory(row: HistoryRow, since: number): SourceHistory {
  const evidenceFrom = row.oldestAt?.getTime() ?? row.firstPolledAt?.getTime() ?? since
  return {
    sourceId: row.id,
    weight: row.weight,
    postingTimes: (row.postingTimes ?? []).map(Number),
    knownSince: Math.max(since, evidenceFrom),
    knownUntil: row.lastSuccessAt?.getTime() ?? since,
    windowSize: row.windowSize,
    carry: null,
  }
}

async function plansById(database: Database | Transaction, ids: bigint[]): Promise<Map<bigint, SourcePlan>> {
  const rows = await database.plan.findMany({ where: { id: { in: ids } } })
  return new Map(rows.map((row) => [row.id, toSourcePlan(row)]))
}

/** A new plan, and when the source is to be polled under it; null keeps the time that is set. */
export type PlannedSource = {
  readonly plan: SourcePlan
  readonly next: { readonly nextPollAt: number; readonly reason: string } | null
}

const rowsPerStatement = 5_000
/** Advisory lock under which plannings are stored, any number that nothing else uses. */
const planningLock = 5_301_977

/**
 * Stores a planning of all sources, puts its plans in force and sets the next polls, in one transaction.
 * @returns false when another process has planned since `replacesRunId` was read: nothing is stored
 */
export async function recordPlanning(
  database: Database,
  planning: {
    readonly replacesRunId: number | null
    readonly run: PlanningRun
    readonly planned: readonly PlannedSource[]
    readonly predictedDelayMs: number | null
  },
): Promise<boolean> {
  return database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${planningLock})`
      const latest = await findLatestRun(transaction)
      if ((latest?.id ?? null) !== planning.replacesRunId) return false
      const run = await transaction.planningRun.create({
        data: {
          madeAt: new Date(planning.run.madeAt),
          policyVersion: planning.run.policyVersion,
          run: planning.run,
          sources: planning.planned.length,
          grantedPerDay: planning.planned.reduce((sum, { plan }) => sum + plan.pollsPerDay, 0),
          predictedDelayMs: planning.predictedDelayMs,
        },
        select: { id: true },
      })
      await putInForce(transaction, planning.planned, run.id)
      await notify(transaction, { type: 'planned' })
      return true
    },
    { timeout: 300_000, maxWait: 10_000 },
  )
}

/** Of the row as it is when it is written: it may have changed since the plan was made from it. */
const mayMove = Prisma.sql`
  (given."nextPollAt" IS NOT NULL AND NOT s."isAwaited" AND s."lastPolledAt" <= given."madeAt")`

/**
 * Stores plans, made by a run, and puts them in force. A source that was polled since the plan was made, or that somebody
 * waits for, keeps the time that was set for it meanwhile. One statement for thousands of rows: written one by one through
 * the client, 100,000 plans take minutes.
 */
export async function putInForce(
  transaction: Transaction,
  planned: readonly PlannedSource[],
  runId: number | null,
): Promise<void> {
  for (let start = 0; start < planned.length; start += rowsPerStatement) {
    const rows = planned.slice(start, start + rowsPerStatement).map(toPlanRow)
    await transaction.$executeRaw`
      WITH given AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(
          "sourceId" int, "madeAt" timestamptz, "policy" text, "policyVersion" text, "weight" float8,
          "ratePerDay" float8, "pollsPerDay" float8, "pattern" float8[], "carry" float8, "predictedDelayMs" float8,
          "minIntervalMs" bigint, "maxStalenessMs" bigint, "windowSize" int, "nextPollAt" timestamptz, "reason" text)
      ), made AS (
        INSERT INTO "plan" ("sourceId", "madeAt", "policy", "policyVersion", "weight", "ratePerDay", "pollsPerDay",
          "pattern", "carry", "predictedDelayMs", "minIntervalMs", "maxStalenessMs", "windowSize", "runId")
        SELECT "sourceId", "madeAt", "policy", "policyVersion", "weight", "ratePerDay", "pollsPerDay",
          "pattern", "carry", "predictedDelayMs", "minIntervalMs", "maxStalenessMs", "windowSize", ${runId}::int
        FROM given
        RETURNING "id", "sourceId"
      )
      UPDATE "source" s SET "planId" = made."id",
        "nextPollAt" = CASE WHEN ${mayMove} THEN given."nextPollAt" ELSE s."nextPollAt" END,
        "nextPollReason" = CASE WHEN ${mayMove} THEN given."reason" ELSE s."nextPollReason" END
      FROM made JOIN given ON given."sourceId" = made."sourceId"
      WHERE s."id" = made."sourceId"`
  }
}

/** A plan as one row of the statement above. */
function toPlanRow({ plan, next }: PlannedSource) {
  return {
    ...plan,
    madeAt: new Date(plan.madeAt).toISOString(),
    minIntervalMs: Math.round(plan.minIntervalMs),
    maxStalenessMs: Math.round(plan.maxStalenessMs),
    nextPollAt: next === null ? null : new Date(next.nextPollAt).toISOString(),
    reason: next?.reason ?? null,
  }
}
