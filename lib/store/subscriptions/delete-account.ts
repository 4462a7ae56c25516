import { log } from '#lib/runtime/log.ts'
import { endAllUnderWay, findAccount, isLastAdmin } from '#lib/store/accounts/accounts.ts'
import {
  deletedReason,
  holdCredentials,
  raiseEpoch,
  type CheckedAccount,
} from '#lib/store/accounts/credentials-epoch.ts'
import { recordAct } from '#lib/store/ground/audit-log.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { removeAccount } from './remove-account.ts'

type Deleted = 'deleted' | 'last-admin' | 'not-found' | 'ended'

/** Whoever asks by a request waits so long for the account to be removed. An aggregator removes what is left. */
const patienceMs = 10_000

/**
 * Deletes an account and all that is its own: subscriptions, folders, states, archives, tokens, sessions, invitations. From one moment on nobody
 * gets into it or sees it, and its address is free; what it holds is removed after that, piece by piece. Sources that others subscribe to stay
 * as they are; those that nobody subscribes to any more are not polled. The last admin cannot go: nobody could look after the server. That an
 * account was deleted, and from where (`address`), is recorded, and by which admin, not whose it was. `by`: itself or an admin, whose ways in
 * must not have ended since; null: the command line, which removes all of it.
 */
export async function deleteAccount(
  database: Database,
  userId: string,
  address: string | null,
  by: CheckedAccount | null = null,
): Promise<Deleted> {
  const deleted = await database.$transaction((transaction) => giveUp(transaction, userId, address, by))
  if (deleted !== 'deleted') return deleted
  const until = by === null ? Infinity : performance.now() + patienceMs
  try {
    await removeAccount(database, userId, () => performance.now() < until)
  } catch (error) {
    if (by === null) throw error
    log.error('account-not-removed', { error }) // it is deleted all the same
  }
  return 'deleted'
}

/** Ends all ways into an account, and makes it one that nobody finds. */
async function giveUp(
  transaction: Transaction,
  userId: string,
  address: string | null,
  by: CheckedAccount | null,
): Promise<Deleted> {
  const isOwn = by?.id === userId
  // First the lock of sign-ups, then accounts, as `setLock` does: else each would wait for the other.
  if (await isLastAdmin(transaction, userId)) return 'last-admin'
  if (by !== null && !(await holdCredentials(transaction, by, isOwn ? 'alone' : 'shared'))) return 'ended'
  await raiseEpoch(transaction, userId)
  const user = await findAccount(transaction, userId)
  if (user === null) return 'not-found'
  const now = new Date()
  await endAllUnderWay(transaction, userId, now) // its streams end, and runs of the lab would outlive it
  const where = { userId }
  await transaction.account.deleteMany({ where })
  await transaction.apiToken.deleteMany({ where })
  await transaction.passkey.deleteMany({ where })
  await transaction.secondFactor.deleteMany({ where })
  await transaction.recoveryCode.deleteMany({ where })
  await transaction.verification.deleteMany({
    where: { OR: [{ identifier: user.email }, { value: { contains: userId } }] },
  })
  await transaction.rateLimit.deleteMany({ where: { key: { contains: userId } } })
  await transaction.invitation.updateMany({ where: { usedBy: user.email }, data: { usedBy: null } })
  await transaction.auditEntry.updateMany({ where: { actorId: userId }, data: { actorId: null } })
  await transaction.auditEntry.updateMany({ where: { subjectId: userId }, data: { subjectId: null } })
  await recordAct(
    transaction,
    { act: 'account-deleted', address, ...(by === null || isOwn ? {} : { actorId: by.id }) },
    now,
  )
  // Last: the address is a key of the row, which is locked from here on for all that refers to it.
  const none = { name: '', image: null, role: 'subscriber', emailVerified: false, isCounted: false }
  const locked = { banned: true, banExpires: null, banReason: deletedReason }
  const data = { ...none, ...locked, email: userId } // an address that nobody can have
  await transaction.user.update({ where: { id: userId }, data, select: { id: true } })
  return 'deleted'
}
