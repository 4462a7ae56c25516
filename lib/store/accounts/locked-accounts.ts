import type { Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { reasonText } from '#lib/store/ground/reasons.ts'

/** Nobody is told, nor sent anything, in the name of a locked account. `accountId` is a column. */
export function isLocked(accountId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM "user" k WHERE k."id" = ${accountId} AND k."banned")`
}

/** For the log of what was sent, which its owner reads. */
export const whyDropped = reasonText({ code: 'accountLocked', values: {} })

/**
 * Gives up what waits in both outboxes to be sent for an account, but for what a sender has in its hands. To be called when it is
 * locked, and again when it is unlocked, for what was being put there as it was locked: whoever comes back is not met by what is long past, and
 * a third party that complained gets none of it later. The list of the page still has it.
 */
export async function dropWaiting(transaction: Transaction, userId: string): Promise<void> {
  const where = { subscriberId: userId, state: 'waiting', leaseOwner: null }
  const data = { state: 'failed', error: whyDropped }
  await transaction.alertDelivery.updateMany({ where, data })
  await transaction.integrationSend.updateMany({ where, data })
}
