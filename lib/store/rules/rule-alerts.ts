import type { Transaction } from '#lib/store/connection/database.ts'
import { enqueueAlerts, alertedPosting } from '#lib/store/alerts/enqueue-alerts.ts'
import { enqueueRuleSends } from '#lib/store/integrations/enqueue-sends.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { isLocked } from '#lib/store/accounts/locked-accounts.ts'

/** A posting that a rule wants told of or sent. */
export type RuleHitRow = {
  readonly subscriberId: string
  readonly postingId: bigint
  readonly ruleId: number
  readonly kind: 'alert' | 'send'
  /** of "send": the integration */
  readonly sendTo: number | null
}

type NewHit = RuleHitRow & {
  readonly sourceId: number
  readonly foundAt: Date
}

/**
 * Hands postings over to be told of or sent, in the transaction that runs the rules: neither lost nor doubled when that
 * breaks off. A rule hands over a posting once for each kind, also when it finds it again after an edit. What is to be told
 * goes into the outbox at once, for all channels of the subscriber; what is to be sent into that of integrations. The rules of a
 * locked account file its postings, and hand over none.
 * @returns how many were not handed over before
 */
export async function enqueueRuleHits(
  transaction: Transaction,
  rows: readonly RuleHitRow[],
  at: Date,
): Promise<number> {
  if (rows.length === 0) return 0
  const asText = rows.map((row) => ({ ...row, postingId: row.postingId.toString() }))
  const added = await transaction.$queryRaw<NewHit[]>`
    WITH added AS (
      INSERT INTO "rule_hit" ("subscriberId", "postingId", "ruleId", "kind", "sendTo", "at")
      SELECT "subscriberId", "postingId", "ruleId", "kind", "sendTo", ${at}
      FROM ROWS FROM (json_to_recordset(${jsonRows(asText)}::json)
        AS ("subscriberId" text, "postingId" bigint, "ruleId" int, "kind" text, "sendTo" int)) WITH ORDINALITY w
      WHERE NOT ${isLocked(Prisma.sql`w."subscriberId"`)} ORDER BY w."ordinality"
      ON CONFLICT DO NOTHING RETURNING "subscriberId", "postingId", "ruleId", "kind", "sendTo"
    )
    SELECT added.*, p."sourceId", p."foundAt" FROM added JOIN "posting" p ON p."id" = added."postingId"
    ORDER BY added."postingId", added."ruleId"`
  const told = added.filter(({ kind }) => kind === 'alert')
  const found = told.map(({ subscriberId, ruleId, postingId, sourceId, foundAt }) => ({
    subscriberId,
    ruleId,
    postingId,
    sourceId,
    foundAt: foundAt.getTime(),
    key: alertedPosting(postingId),
    kind: 'posting' as const,
    alertId: null,
    channelIds: null,
  }))
  await enqueueAlerts(transaction, found, at.getTime())
  const sent = added.flatMap(({ sendTo: integrationId, ...hit }) =>
    integrationId === null ? [] : [{ ...hit, integrationId }],
  )
  await enqueueRuleSends(transaction, sent, at)
  return added.length
}
