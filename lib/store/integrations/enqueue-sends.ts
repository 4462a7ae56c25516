import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { notify } from '#lib/store/connection/notify.ts'

/**
 * Asks for a posting to be sent; the sender hears of it when that is stored. Once for each integration and posting: one that
 * was sent is not sent again, one that failed is tried anew, one that waits for its next try has it now.
 * @returns the message; null: not an integration of theirs, or the posting is gone or has no address
 */
export async function enqueueSend(
  database: Database,
  subscriberId: string,
  { integrationId, postingId }: { readonly integrationId: number; readonly postingId: bigint },
  now: number,
): Promise<bigint | null> {
  const at = new Date(now)
  return database.$transaction(async (transaction) => {
    const [row] = await transaction.$queryRaw<{ id: bigint }[]>`
      INSERT INTO "integration_send" AS s
        ("integrationId", "subscriberId", "postingId", "url", "title", "madeAt", "dueAt")
      SELECT i."id", i."subscriberId", p."id", p."url", p."title", ${at}, ${at}
      FROM "integration" i JOIN "posting" p ON p."id" = ${postingId} AND ${hasAddress}
      WHERE i."id" = ${integrationId} AND i."subscriberId" = ${subscriberId} FOR KEY SHARE OF i, p
      ON CONFLICT ("integrationId", "postingId") DO UPDATE SET
        "state" = CASE s."state" WHEN 'sent' THEN 'sent' ELSE 'waiting' END,
        "tries" = CASE s."state" WHEN 'failed' THEN 0 ELSE s."tries" END,
        "dueAt" = CASE s."state" WHEN 'sent' THEN s."dueAt" ELSE excluded."dueAt" END
      RETURNING "id"`
    if (row === undefined) return null
    await notify(transaction, { type: 'outbox' })
    return row.id
  })
}

/** Services keep addresses, not texts; others than these are refused everywhere. */
const hasAddress = Prisma.sql`p."url" ~* '^https?://'`

/** The article that a rule wants sent. */
type RuleSend = {
  readonly subscriberId: string
  readonly postingId: bigint
  readonly ruleId: number
  readonly integrationId: number
}

/**
 * The same for what rules found, in the transaction that runs them: either the rule has acted and it will be sent, or
 * neither. What was asked for before is left as it is, as are postings without an address and integrations that are gone.
 */
export async function enqueueRuleSends(
  transaction: Transaction,
  wanted: readonly RuleSend[],
  at: Date,
): Promise<void> {
  if (wanted.length === 0) return
  const rows = wanted.map((each) => ({ ...each, postingId: each.postingId.toString() }))
  const count = await transaction.$executeRaw`
    INSERT INTO "integration_send"
      ("integrationId", "subscriberId", "postingId", "ruleId", "url", "title", "madeAt", "dueAt")
    SELECT i."id", i."subscriberId", p."id", w."ruleId", p."url", p."title", ${at}, ${at}
    FROM json_to_recordset(${jsonRows(rows)}::json)
      AS w("subscriberId" text, "postingId" bigint, "ruleId" int, "integrationId" int)
    JOIN "integration" i ON i."id" = w."integrationId" AND i."subscriberId" = w."subscriberId"
    JOIN "posting" p ON p."id" = w."postingId" AND ${hasAddress}
    ORDER BY p."id", i."id" FOR KEY SHARE OF i, p
    ON CONFLICT ("integrationId", "postingId") DO NOTHING`
  if (count > 0) await notify(transaction, { type: 'outbox' })
}
