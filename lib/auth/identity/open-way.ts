import { ApiError } from '#lib/api/http/errors.ts'
import {
  holdCredentials,
  whileCredentialsHold,
  type CheckedAccount,
  type Hold,
} from '#lib/store/accounts/credentials-epoch.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/**
 * Does what opens a way into the account of a request, or to listen to it, and what cannot be taken back: not where the account was
 * recovered since the request was let in. `open` does everything by the database that it is given. @throws ApiError not_signed_in
 */
export async function openWay<Done>(
  checked: CheckedAccount,
  open: (database: Database) => Promise<Done>,
  hold?: Hold,
): Promise<Done> {
  const done = await whileCredentialsHold(serverDatabase(), checked, open, hold)
  if (done === 'ended') throw new ApiError('not_signed_in', 'signIn')
  return done
}

/** As `openWay`, for an act with a transaction of its own. The account is held until that ends. @throws ApiError not_signed_in */
export async function requireCredentials(
  transaction: Transaction,
  checked: CheckedAccount,
  hold?: Hold,
): Promise<void> {
  if (!(await holdCredentials(transaction, checked, hold))) throw new ApiError('not_signed_in', 'signIn')
}
