import type { Database, Transaction } from '#lib/store/connection/database.ts'
import type { PostingChangeByRule } from './decide-acts.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { restoreMarks } from '#lib/store/marks/mark-read.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { parseUndoToken } from '#lib/store/marks/undo-token.ts'
import type { RuleRunItem, RunPart } from '#lib/api/rules/rules.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** So long runs can be looked at and taken back. */
const keptMs = 14 * DAY_MS
const mostListed = 50
/**
 * Of an account, of each kind that it may ask for again and again: each holds a row for up to 10,000 postings, or which of 50,000 sources were
 * marked as read.
 */
const mostAsked = 50

type RunRecord = {
  readonly subscriberId: string
  readonly kind: RuleRunItem['kind']
  readonly now: number
  readonly parts: readonly RunPart[]
  readonly changes?: readonly PostingChangeByRule[]
  readonly undoToken?: string
}

/** Notes a run that changed something. @returns its id; null: it changed nothing */
export async function recordRun(transaction: Transaction, record: RunRecord): Promise<bigint | null> {
  const { subscriberId, kind, now, parts, changes = [], undoToken = null } = record
  if (parts.length === 0) return null
  const { id } = await transaction.ruleRun.create({
    data: { subscriberId, kind, at: new Date(now), parts: parts as RunPart[], undoToken },
    select: { id: true },
  })
  if (kind === 'found') await forgetParts(transaction, subscriberId)
  else await removeBeyondMost(transaction, subscriberId, kind)
  const rows = changes.map((change) => ({ ...change, postingId: change.postingId.toString() }))
  if (rows.length === 0) return id
  await transaction.$executeRaw`
    INSERT INTO "rule_change" ("runId", "ruleId", "postingId", "acts", "wasRead", "labelId")
    SELECT ${id}, "ruleId", "postingId", ARRAY(SELECT jsonb_array_elements_text("acts")), "wasRead", "labelId"
    FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb)
      AS row("ruleId" int, "postingId" bigint, "acts" jsonb, "wasRead" bool, "labelId" int)
    ON CONFLICT DO NOTHING`
  return id
}

/** One that is being taken back at this moment stays until the next run. */
async function removeBeyondMost(
  transaction: Transaction,
  subscriberId: string,
  kind: 'asked' | 'aged',
): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM "rule_run" WHERE "id" IN (
      SELECT "id" FROM "rule_run" WHERE "subscriberId" = ${subscriberId} AND "kind" = ${kind} AND "id" < (
        SELECT "id" FROM "rule_run" WHERE "subscriberId" = ${subscriberId} AND "kind" = ${kind}
        ORDER BY "id" DESC OFFSET ${mostAsked - 1}::int LIMIT 1)
      FOR UPDATE SKIP LOCKED)`
}

/** Runs over new postings stay, as an edit must not have a rule act twice. What is told of them is forgotten with the one that falls out of the list. */
async function forgetParts(transaction: Transaction, subscriberId: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "rule_run" SET "parts" = '[]' WHERE "id" IN (
      SELECT "id" FROM "rule_run" WHERE "id" = (
        SELECT "id" FROM "rule_run" WHERE "subscriberId" = ${subscriberId} AND "kind" = 'found'
        ORDER BY "id" DESC OFFSET ${mostListed}::int LIMIT 1)
      FOR UPDATE SKIP LOCKED)`
}

/** A subscriber's latest runs, the last first. */
export async function listRuns(database: Database, subscriberId: string): Promise<RuleRunItem[]> {
  const rows = await database.ruleRun.findMany({
    where: { subscriberId },
    orderBy: { id: 'desc' },
    take: mostListed,
    select: { id: true, kind: true, at: true, parts: true, undoneAt: true },
  })
  return rows.map(({ id, kind, at, parts, undoneAt }) => ({
    id: id.toString(),
    kind: kind as RuleRunItem['kind'], // written by recordRun
    at: at.toISOString(),
    parts: parts as unknown as RunPart[],
    undoneAt: undoneAt?.toISOString() ?? null,
  }))
}

/**
 * Takes back what a run changed, as far as nobody changed it since: what the run set has its instant. What was told or sent
 * stays so.
 * @returns how many postings changed; null: no such run, or it was taken back before
 */
export async function undoRun(
  database: Database,
  subscriberId: string,
  id: bigint,
  now: number,
): Promise<number | null> {
  return database.$transaction(
    async (transaction) => {
      const [run] = await transaction.$queryRaw<{ at: Date; undoToken: string | null }[]>`
        UPDATE "rule_run" SET "undoneAt" = ${new Date(now)}
        WHERE "id" = ${id} AND "subscriberId" = ${subscriberId} AND "undoneAt" IS NULL
        RETURNING "at", "undoToken"`
      if (run === undefined) return null
      const token = run.undoToken === null ? null : parseUndoToken(run.undoToken)
      if (token !== null) return restoreMarks(transaction, subscriberId, token, now)
      const unlabelled = await takeLabelsOff(transaction, id, run.at)
      const restored = await restoreStates(transaction, subscriberId, id, run.at, now)
      await notify(transaction, { type: 'state', subscriberId })
      await notify(transaction, { type: 'state', subscriberId, postings: 'many' })
      return new Set([...unlabelled, ...restored]).size
    },
    { timeout: 60_000 },
  )
}

async function takeLabelsOff(transaction: Transaction, runId: bigint, at: Date): Promise<bigint[]> {
  const rows = await transaction.$queryRaw<{ postingId: bigint }[]>`
    DELETE FROM "posting_label" pl USING "rule_change" c
    WHERE c."runId" = ${runId} AND pl."labelId" = c."labelId" AND pl."postingId" = c."postingId" AND pl."createdAt" = ${at}
    RETURNING pl."postingId"`
  return rows.map(({ postingId }) => postingId)
}

/** Several rules may have changed a posting: what it was before stands where it was read. */
async function restoreStates(
  transaction: Transaction,
  subscriberId: string,
  runId: bigint,
  at: Date,
  now: number,
): Promise<bigint[]> {
  const rows = await transaction.$queryRaw<{ postingId: bigint }[]>`
    WITH changed AS (
      SELECT "postingId", bool_or('read' = ANY("acts")) AS "reads", bool_or('star' = ANY("acts")) AS "stars",
        bool_or('hide' = ANY("acts")) AS "hides",
        bool_or("wasRead") FILTER (WHERE 'read' = ANY("acts")) AS "wasRead"
      FROM "rule_change" WHERE "runId" = ${runId} GROUP BY "postingId" ORDER BY "postingId"
    ), locked AS (
      SELECT t."postingId", c."reads" AND t."readAt" = ${at} AND t."isRead"
          AND (t."hiddenAt" IS NULL OR c."hides" AND t."hiddenAt" = ${at}) AS "unreads", c."wasRead",
        c."stars" AND t."starredAt" = ${at} AS "unstars", c."hides" AND t."hiddenAt" = ${at} AS "shows"
      FROM changed c JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = c."postingId"
      ORDER BY t."postingId" FOR UPDATE OF t -- as windows lock them
    )
    UPDATE "posting_state" t SET
      "isRead" = CASE WHEN l."unreads" THEN l."wasRead" ELSE t."isRead" END,
      "readAt" = CASE WHEN l."unreads" THEN NULL ELSE t."readAt" END,
      "starredAt" = CASE WHEN l."unstars" THEN NULL ELSE t."starredAt" END,
      "hiddenAt" = CASE WHEN l."shows" THEN NULL ELSE t."hiddenAt" END, "updatedAt" = ${new Date(now)}
    FROM locked l
    WHERE t."subscriberId" = ${subscriberId} AND t."postingId" = l."postingId" AND (l."unreads" OR l."unstars" OR l."shows")
    RETURNING t."postingId"`
  return rows.map(({ postingId }) => postingId)
}

/** Forgets runs that are too old to be taken back, and what was handed over by then: nobody wants to be told of it any more. */
export async function removeOldRuns(database: Database, now: number): Promise<void> {
  const before = new Date(now - keptMs)
  await database.ruleRun.deleteMany({ where: { at: { lt: before } } })
  await database.ruleHit.deleteMany({ where: { at: { lt: before } } })
}
