import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** An account, and its epoch from before a credential of it was checked. */
export type CheckedAccount = { readonly id: string; readonly credentialsEpoch: number }

/**
 * The reason for which an account is locked that was deleted: it is removed piece by piece (lib/store/subscriptions/delete-account.ts),
 * and nobody's any more.
 */
export const deletedReason = 'deleted'
/** No other reason is ever given. */
export const isThere = { banReason: null } as const

/**
 * Holds the account's row until the transaction ends, to end ways into it: whoever opens one at the same moment is waited for, or refused.
 * Comes first in its transaction, so that what follows sees, and ends, all that was opened. @returns the new epoch
 */
export async function raiseEpoch(transaction: Transaction, userId: string): Promise<number> {
  const [row] = await transaction.user.updateManyAndReturn({
    where: { id: userId, ...isThere },
    data: { credentialsEpoch: { increment: 1 } },
    select: { credentialsEpoch: true },
  })
  return row?.credentialsEpoch ?? 0
}

/** Ends some ways into an account, and tells its windows where there were any. @returns how many */
export async function endWays(
  database: Database,
  userId: string,
  end: (transaction: Transaction) => Promise<{ readonly count: number }>,
): Promise<number> {
  return database.$transaction(async (transaction) => {
    await raiseEpoch(transaction, userId)
    const { count } = await end(transaction)
    if (count > 0) await notify(transaction, { type: 'account', subscriberId: userId })
    return count
  })
}

/** The way in which a transaction holds an account: with others, or, where it will raise the epoch or lock the account, alone: two that share would wait for each other. */
export type Hold = 'shared' | 'alone'
const locks = { shared: Prisma.sql`FOR SHARE`, alone: Prisma.sql`FOR NO KEY UPDATE` } as const

/** Whether nothing has ended the account's ways in since its credential was checked. It stays so until the transaction ends. */
export async function holdCredentials(
  database: Database | Transaction,
  { id, credentialsEpoch }: CheckedAccount,
  hold: Hold = 'shared',
): Promise<boolean> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "user" WHERE "id" = ${id} AND "credentialsEpoch" = ${credentialsEpoch} ${locks[hold]}`
  return rows.length === 1
}

/**
 * Opens a way into an account, or a way to listen to it, unless its ways in were ended since its credential was checked. `work` is given a
 * database that is the transaction: its own transactions are parts of it.
 */
export async function whileCredentialsHold<Done>(
  database: Database,
  checked: CheckedAccount,
  work: (database: Database) => Promise<Done>,
  hold?: Hold,
): Promise<Done | 'ended'> {
  return database.$transaction(async (transaction) =>
    (await holdCredentials(transaction, checked, hold)) ? work(transaction as Database) : 'ended',
  )
}
