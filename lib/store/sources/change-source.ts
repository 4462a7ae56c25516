import type { PollOverride } from '#lib/api/server/poll-override.ts'
import { recordChange } from '#lib/store/ground/audit-log.ts'
import type { Changer } from '#lib/store/ground/change-log.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'

type OverrideRow = {
  readonly isPaused: boolean
  readonly fixedIntervalMs: bigint | null
  readonly greatestDelayMs: bigint | null
  readonly keepDays: number | null
}

/** The admin's override for a source, as its row has it. */
export function toOverride({
  isPaused,
  fixedIntervalMs,
  greatestDelayMs,
  keepDays,
}: OverrideRow): PollOverride {
  const ms = (value: bigint | null) => (value === null ? null : Number(value))
  return { isPaused, fixedIntervalMs: ms(fixedIntervalMs), greatestDelayMs: ms(greatestDelayMs), keepDays }
}

/** The override for a source, which nobody else changes until the transaction ends; null: there is no such source. */
export async function lockOverride(transaction: Transaction, id: number): Promise<PollOverride | null> {
  await transaction.$queryRaw`SELECT "id" FROM "source" WHERE "id" = ${id} FOR NO KEY UPDATE`
  const row = await transaction.source.findUnique({
    where: { id },
    select: { isPaused: true, fixedIntervalMs: true, greatestDelayMs: true, keepDays: true },
  })
  return row === null ? null : toOverride(row)
}

/** Fixes how one source is polled and puts that into the log; what is so already is not logged. @returns whether there is one */
export async function changeOverride(
  transaction: Transaction,
  {
    id,
    ...change
  }: { readonly id: number } & { readonly [Name in keyof PollOverride]?: PollOverride[Name] | undefined },
  by: Changer,
): Promise<boolean> {
  await by.hold(transaction)
  const before = await lockOverride(transaction, id)
  if (before === null) return false
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after: PollOverride = { ...before, ...given }
  if (isSameOverride(before, after)) return true
  await transaction.source.update({ where: { id }, data: after, select: { id: true } })
  const stored = { kind: 'source', id, before, after } as const
  await recordChange(transaction, by, { act: 'source-changed', detail: String(id), change: stored })
  if (before.isPaused && !after.isPaused) await notify(transaction, { type: 'due' })
  return true
}

/** Whether two say the same. */
export function isSameOverride(a: PollOverride, b: PollOverride): boolean {
  return (
    a.isPaused === b.isPaused &&
    a.fixedIntervalMs === b.fixedIntervalMs &&
    a.greatestDelayMs === b.greatestDelayMs &&
    // Entries of the log from before there was one say nothing of it.
    (a.keepDays ?? null) === (b.keepDays ?? null)
  )
}
