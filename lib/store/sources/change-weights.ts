import { type WeightRule, highestFactor, leastToMultiply } from '#lib/api/server/weight-rule.ts'
import { fitsFilter } from './admin-sources.ts'
import { recordChange } from '#lib/store/ground/audit-log.ts'
import type { Changer } from '#lib/store/ground/change-log.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** The sources `s` and their factors: a condition and an expression. */
type NewFactors = { readonly which: Prisma.Sql; readonly factor: Prisma.Sql; readonly detail: string }

/** Sets one factor for these sources; unknown ids are passed over. */
export function oneFactor(ids: readonly number[], factor: number): NewFactors {
  return {
    which: Prisma.sql`s."id" = ANY(${[...ids]}::int[])`,
    factor: Prisma.sql`${factor}::float8`,
    detail: `× ${factor}: ${ids.join(' ')}`,
  }
}

/** The factors that a rule makes of those of the sources that fit a filter: set to a value, or multiplied by it, at most 1,000, below a billionth nothing. */
export async function factorsByRule(
  database: Database,
  { act, value, ...filter }: WeightRule,
  now: number,
): Promise<NewFactors> {
  return {
    which: await fitsFilter(database, filter, now),
    factor:
      act === 'set'
        ? Prisma.sql`${value}::float8`
        : Prisma.sql`CASE WHEN s."weightFactor" < ${leastToMultiply(value)}::float8 THEN 0
            ELSE least(${highestFactor}::float8, s."weightFactor" * ${value}::float8) END`,
    detail: `${act === 'set' ? '=' : '×'} ${value}: ${filter.state} ${filter.search}`,
  }
}

/** The factors that an entry of the log changed, as they were before. */
export function factorsBefore(auditId: bigint): NewFactors {
  return {
    which: Prisma.sql`s."id" IN (SELECT "sourceId" FROM "weight_change" WHERE "auditId" = ${auditId})`,
    factor: Prisma.sql`(SELECT w."before" FROM "weight_change" w WHERE w."auditId" = ${auditId} AND w."sourceId" = s."id")`,
    detail: '',
  }
}

/**
 * Gives sources other factors and puts that into the log, source by source. Those that have theirs already are left
 * alone; where all have, nothing is logged. Locks by rising id, as polls do, and before the entry gets its number: where two
 * change the same source, the log has them in that order.
 * @returns the entry, null where there is none, and the ids of those that changed
 */
export async function changeFactors(
  transaction: Transaction,
  { which, factor, detail }: NewFactors,
  by: Changer,
): Promise<{ readonly entryId: bigint | null; readonly sourceIds: number[] }> {
  await by.hold(transaction)
  const locked = await transaction.$queryRaw<{ id: number }[]>`
    SELECT s."id" FROM "source" s WHERE ${which} ORDER BY s."id" FOR NO KEY UPDATE OF s`
  const change = { kind: 'weights' } as const
  const auditId = await recordChange(transaction, by, { act: 'weights-changed', detail, change })
  const rows = await transaction.$queryRaw<{ sourceId: number }[]>`
    WITH old AS MATERIALIZED (
      SELECT s."id", s."weightFactor" AS "before", ${factor} AS "after" FROM "source" s
      WHERE s."id" = ANY(${locked.map(({ id }) => id)})
    ), changed AS (
      UPDATE "source" s SET "weightFactor" = old."after" FROM old
      WHERE s."id" = old."id" AND old."before" <> old."after" RETURNING s."id", old."before", old."after"
    )
    INSERT INTO "weight_change" ("auditId", "sourceId", "before", "after")
    SELECT ${auditId}, c."id", c."before", c."after" FROM changed c
    RETURNING "sourceId"`
  if (rows.length === 0) await transaction.auditEntry.delete({ where: { id: auditId } })
  return { entryId: rows.length === 0 ? null : auditId, sourceIds: rows.map(({ sourceId }) => sourceId) }
}

/** Whether more than this many factors were changed since then. */
export async function hasWeighedMoreThan(database: Database, count: number, since: number): Promise<boolean> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (
      SELECT 1 FROM "audit_log" a JOIN "weight_change" w ON w."auditId" = a."id"
      WHERE a."act" = 'weights-changed' AND a."at" > ${new Date(since)} LIMIT ${count + 1}) changed`
  return (row?.count ?? 0) > count
}
