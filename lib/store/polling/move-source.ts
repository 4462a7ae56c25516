import { hostOf } from '#lib/documents/door/normalise-url.ts'
import { recordAct, type Act } from '#lib/store/ground/audit-log.ts'
import { holdHosts } from '#lib/store/hosts/hold-hosts.ts'
import type { Transaction } from '#lib/store/connection/database.ts'

/** The move of a source; its postings, marks and plans stay with it. */
type SourceMove = {
  readonly id: number
  readonly from: string
  readonly to: string
  /** The new address is an output feed of ours. */
  readonly isOwnOutput?: boolean
}

/**
 * Polls a source at another address from now on, and puts that into the log, where an admin can take it back. Refused where it is not at
 * `from` any more, and where another source is at `to`: both are kept, for each has readers with marks of their own. Where the new one is an
 * output feed of ours, what its postings were called elsewhere is forgotten: it would pass for our own names.
 * @param by who wants it; absent: the publisher
 * @returns whether it was moved
 */
export async function moveSource(
  transaction: Transaction,
  { id, from, to, isOwnOutput = false }: SourceMove,
  at: Date,
  by: Pick<Act, 'actorId' | 'address' | 'revertsId'> = {},
): Promise<boolean> {
  const hostName = hostOf(to)
  await holdHosts(transaction, [hostName])
  const moved = await transaction.$executeRaw`
    UPDATE "source" SET "url" = ${to}, "hostName" = ${hostName}, "movedTo" = NULL, "movedSince" = NULL, "movedTimes" = 0
    WHERE "id" = ${id} AND "url" = ${from} AND NOT EXISTS (SELECT 1 FROM "source" o WHERE o."url" = ${to})`
  if (moved === 0) return false
  if (isOwnOutput) await transaction.posting.updateMany({ where: { sourceId: id }, data: { guid: null } })
  const change = { kind: 'address', id, before: { url: from }, after: { url: to } } as const
  await recordAct(transaction, { act: 'source-moved', ...by, detail: String(id), change }, at)
  return true
}

/** Whether an admin has taken back a move of this source to this address: it is not made again. */
export async function isMoveTakenBack(transaction: Transaction, id: number, url: string): Promise<boolean> {
  const takenBack = await transaction.auditEntry.count({
    where: {
      act: 'source-moved',
      detail: String(id),
      revertedBy: { isNot: null },
      change: { path: ['after', 'url'], equals: url },
    },
  })
  return takenBack > 0
}
