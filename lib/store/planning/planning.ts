import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { PlanningRun, SourcePlan } from '#lib/policy/facts/types.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { findLatestRunId } from './planning-runs.ts'

/** A new plan, and when the source is to be polled under it; null keeps the time that is set. */
export type PlannedSource = {
  readonly plan: SourcePlan
  readonly next: { readonly nextPollAt: number; readonly reason: Reason } | null
}

const rowsPerStatement = 5_000

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
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLocks.storingPlans})`
      if ((await findLatestRunId(transaction)) !== planning.replacesRunId) return false
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
    { timeout: 300_000 },
  )
}

/** Of the row as it is when it is written: it may have changed since the plan was made from it. */
const mayMove = Prisma.sql`
  (given."nextPollAt" IS NOT NULL AND NOT s."isAwaited" AND s."lastPolledAt" <= given."madeAt"
    AND EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = s."id"))`

/**
 * Stores plans, made by a run, and puts them in force. A source that was polled since the plan was made, that somebody waits for, or
 * that nobody subscribes to any more, keeps what was set for it meanwhile. One statement for thousands of rows: written one by one through
 * the client, 100,000 plans take minutes.
 */
export async function putInForce(
  transaction: Transaction,
  planned: readonly PlannedSource[],
  runId: number | null,
): Promise<void> {
  for (let start = 0; start < planned.length; start += rowsPerStatement) {
    const rows = planned.slice(start, start + rowsPerStatement).map(toPlanRow)
    await lockSources(
      transaction,
      rows.map(({ sourceId }) => sourceId),
    )
    await transaction.$executeRaw`
      WITH given AS (
        SELECT * FROM json_to_recordset(${jsonRows(rows)}::json) AS g(
          "sourceId" int, "madeAt" timestamptz, "policy" text, "policyVersion" text, "weight" float8,
          "ratePerDay" float8, "pollsPerDay" float8, "pattern" float8[], "carry" float8, "predictedDelayMs" float8,
          "minIntervalMs" bigint, "maxStalenessMs" bigint, "windowSize" int, "presence" bytea, "pollsRoot" float8, "delayRoot" float8,
          "nextPollAt" timestamptz, "reason" jsonb)
      ), made AS (
        INSERT INTO "plan" ("sourceId", "madeAt", "policy", "policyVersion", "weight", "ratePerDay", "pollsPerDay",
          "pattern", "carry", "predictedDelayMs", "minIntervalMs", "maxStalenessMs", "windowSize", "presence", "pollsRoot", "delayRoot", "runId")
        SELECT "sourceId", "madeAt", "policy", "policyVersion", "weight", "ratePerDay", "pollsPerDay",
          "pattern", "carry", "predictedDelayMs", "minIntervalMs", "maxStalenessMs", "windowSize", "presence", "pollsRoot", "delayRoot", ${runId}::int
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

/** By rising id, as polls lock theirs: otherwise a planning and a group of polls may wait for each other. */
async function lockSources(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.$executeRaw`
    SELECT 1 FROM "source" WHERE "id" = ANY(${[...ids]}::int[]) ORDER BY "id" FOR NO KEY UPDATE`
}

/**
 * Plans of single sources, without those that were made from older facts than the plan in force: of two changes at the same time the
 * one that is planned first may be stored last. From here on to the end of the transaction nobody else plans them. Null: all sources were
 * planned meanwhile, by a run that is newer than the one these were made by, and so are its plans.
 */
export async function withoutOutdated(
  transaction: Transaction,
  planned: readonly PlannedSource[],
  runId: number,
): Promise<PlannedSource[] | null> {
  const given = planned.map(({ plan }) => ({
    sourceId: plan.sourceId,
    madeAt: new Date(plan.madeAt).toISOString(),
  }))
  await lockSources(
    transaction,
    given.map(({ sourceId }) => sourceId),
  )
  // Only now: a planning that is being stored may have held these sources, and one that takes them later finds these plans.
  if ((await findLatestRunId(transaction)) !== runId) return null
  // + 0: the newest run is in no statistics yet, and by the index of runs all its plans would be read.
  const newer = await transaction.$queryRaw<{ id: number }[]>`
    SELECT s."id" FROM json_to_recordset(${jsonRows(given)}::json) AS g("sourceId" int, "madeAt" timestamptz)
    JOIN "source" s ON s."id" = g."sourceId" JOIN "plan" p ON p."id" = s."planId"
    WHERE p."runId" + 0 = ${runId} AND p."madeAt" > g."madeAt"`
  const outdated = new Set(newer.map(({ id }) => id))
  return planned.filter(({ plan }) => !outdated.has(plan.sourceId))
}

/** Plans that were in force for less are removed, so long after they were replaced; the others a day after that. */
const shortMs = 600_000

/**
 * Removes plans of a run that were in force for some minutes only, or that were replaced a day ago, and by which nothing was decided: whoever
 * changes their hours again and again has 50,000 sources planned anew each time. Others stay: a list goes on by the plans of the time at which it
 * was opened. So do plans of a source that is being polled, as its poll is stored with the one that it was begun by.
 */
export async function removeReplaced(
  transaction: Transaction,
  sourceIds: readonly number[],
  runId: number,
  now: number,
): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM "plan" p USING "source" s
    WHERE s."id" = ANY(${[...sourceIds]}::int[]) AND s."leaseOwner" IS NULL AND p."sourceId" = s."id"
      AND p."id" <> s."planId" AND p."runId" + 0 = ${runId}
      AND EXISTS (SELECT 1 FROM "plan" n WHERE n."sourceId" = p."sourceId" AND (n."madeAt", n."id") > (p."madeAt", p."id")
        AND n."madeAt" < ${new Date(now - shortMs)}
        AND (n."madeAt" < p."madeAt" + ${shortMs}::int * interval '1 ms' OR n."madeAt" < ${new Date(now - DAY_MS)}))
      AND NOT EXISTS (SELECT 1 FROM "poll" k WHERE k."planId" = p."id")`
}

/** The sources that were planned singly, by a run that is replaced, since an instant: by facts that who planned all had not read. */
export async function listPlannedSince(database: Database, runId: number, since: number): Promise<number[]> {
  const rows = await database.$queryRaw<{ sourceId: number }[]>`
    SELECT DISTINCT "sourceId" FROM "plan" WHERE "runId" = ${runId} AND "madeAt" > ${new Date(since)}`
  return rows.map(({ sourceId }) => sourceId)
}

/** A plan as one row of the statement above: without what its run learnt from all sources, 40 kB that are stored with the run. */
function toPlanRow({ plan: { population: _, hours, ...plan }, next }: PlannedSource) {
  return {
    ...plan,
    madeAt: new Date(plan.madeAt).toISOString(),
    minIntervalMs: Math.round(plan.minIntervalMs),
    maxStalenessMs: Math.round(plan.maxStalenessMs),
    pollsRoot: hours?.polls ?? null,
    delayRoot: hours?.delay ?? null,
    presence: plan.presence ? `\\x${Buffer.from(plan.presence).toString('hex')}` : null,
    nextPollAt: next === null ? null : new Date(next.nextPollAt).toISOString(),
    reason: next?.reason ?? null,
  }
}
