import type { Statement } from './recorded-sql.ts'

/** A query that does no more than an act of reading shows: as many rows of their kind, plainly; for marks all subscriptions are written. */
export function plainQuery(act: string, shown: number, subscriberId: string): Statement {
  if (act.includes('mark'))
    return {
      text: `UPDATE "subscription" SET "readThrough" = "readThrough" WHERE "subscriberId" = $1`,
      values: [subscriberId],
    }
  if (act.includes('counts'))
    return {
      text: `SELECT * FROM "subscription" WHERE "subscriberId" = $1 LIMIT $2`,
      values: [subscriberId, shown],
    }
  const columns = / ids\b/.test(act) ? '"id"' : '*'
  return { text: `SELECT ${columns} FROM "posting" ORDER BY "id" DESC LIMIT $1`, values: [shown] }
}
