import type { Transaction } from './database.ts'

/** A posting that a rule wants told of or sent. */
export type RuleHitRow = {
  readonly subscriberId: string
  readonly postingId: bigint
  readonly ruleId: number
  readonly kind: 'alert' | 'send'
  /** where to, of "send" */
  readonly sendTo: string | null
}

/**
 * Hands postings over to be told of or sent, in the transaction that runs the rules: neither lost nor doubled when that
 * breaks off. A rule hands over a posting once for each kind, also when it finds it again after an edit.
 * @returns how many were not handed over before
 */
export async function enqueueAlerts(
  transaction: Transaction,
  rows: readonly RuleHitRow[],
  at: Date,
): Promise<number> {
  if (rows.length === 0) return 0
  const { count } = await transaction.ruleHit.createMany({
    data: rows.map((row) => ({ ...row, at })),
    skipDuplicates: true,
  })
  return count
}
