import { endAllUnderWay, isLastAdmin } from '#lib/store/accounts/accounts.ts'
import { holdCredentials, raiseEpoch, type CheckedAccount } from '#lib/store/accounts/credentials-epoch.ts'
import { recordAct } from '#lib/store/ground/audit-log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { stopPollingWithoutSubscribers } from './unsubscribe.ts'

/**
 * Deletes an account and all that is its own: subscriptions, folders, states, archives, tokens, sessions, invitations.
 * Sources that others subscribe to stay as they are; those that nobody subscribes to any more are not polled. The last
 * admin cannot go: nobody could look after the server. That an account was deleted, and from where (`address`), is recorded,
 * and by which admin, not whose it was. `by`: itself or an admin, whose ways in must not have ended since; null: the command line.
 */
export async function deleteAccount(
  database: Database,
  userId: string,
  address: string | null,
  by: CheckedAccount | null = null,
): Promise<'deleted' | 'last-admin' | 'not-found' | 'ended'> {
  const isOwn = by?.id === userId
  return database.$transaction(
    async (transaction) => {
      // First the lock of sign-ups, then accounts, as `setLock` does: else each would wait for the other.
      if (await isLastAdmin(transaction, userId)) return 'last-admin'
      if (by !== null && !(await holdCredentials(transaction, by, isOwn ? 'alone' : 'shared'))) return 'ended'
      await raiseEpoch(transaction, userId)
      const user = await transaction.user.findUnique({ where: { id: userId }, select: { email: true } })
      if (user === null) return 'not-found'
      // Whoever subscribes at this moment waits for these rows, or we for them, by rising id as polls do.
      const sources = await transaction.$queryRaw<{ id: number }[]>`
        SELECT s."id" FROM "source" s JOIN "subscription" u ON u."sourceId" = s."id"
        WHERE u."subscriberId" = ${userId} ORDER BY s."id" FOR NO KEY UPDATE OF s`
      await transaction.verification.deleteMany({
        where: { OR: [{ identifier: user.email }, { value: { contains: userId } }] },
      })
      await transaction.rateLimit.deleteMany({ where: { key: { contains: userId } } })
      await transaction.invitation.updateMany({ where: { usedBy: user.email }, data: { usedBy: null } })
      await recordAct(
        transaction,
        { act: 'account-deleted', address, ...(by === null || isOwn ? {} : { actorId: by.id }) },
        new Date(),
      )
      await endAllUnderWay(transaction, userId, new Date()) // its streams end, and runs of the lab would outlive it
      await transaction.user.delete({ where: { id: userId }, select: { id: true } })
      await stopPollingWithoutSubscribers(
        transaction,
        sources.map(({ id }) => id),
      )
      await transaction.event.deleteMany({ where: { subscriberId: userId } })
      await notify(transaction, { type: 'due' })
      return 'deleted'
    },
    { timeout: 60_000 },
  )
}
