import type { Database, Transaction } from './database.ts'
import { dropWaiting } from './locked-accounts.ts'
import { notify } from './notify.ts'
import { dropOneTimeSecrets } from './one-time-secrets.ts'
import { unlessTaken } from './unless-taken.ts'

/** Whether nobody has an account yet. */
export async function hasNoAccounts(database: Database | Transaction): Promise<boolean> {
  return (await database.user.findFirst({ select: { id: true } })) === null
}

/** Lets one sign-up at a time decide, until its transaction ends: two first accounts at once make one admin. */
export async function lockSignUp(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('skylark sign-up'))`
}

/** How people may sign up at present: "open", "invitation" or "closed". */
export async function readSignUpMode(database: Database | Transaction): Promise<string> {
  const row = await database.serverSettings.findUnique({ where: { id: 1 }, select: { signUp: true } })
  return row?.signUp ?? 'open'
}

/** Whether and until when an account is locked; null for an unknown one. */
export async function findBan(database: Database | Transaction, userId: string) {
  return database.user.findUnique({ where: { id: userId }, select: { banned: true, banExpires: true } })
}

/** The account with that address, or null. Addresses are kept in lower case. */
export async function findAccountByEmail(database: Database, email: string) {
  return database.user.findUnique({
    where: { email: email.toLowerCase() },
    select: { id: true, name: true, email: true, role: true, banned: true, language: true },
  })
}

/** Whether somebody showed that they read what is mailed to the account's address: by a link. */
export async function isEmailProved(database: Database, userId: string): Promise<boolean> {
  const row = await database.user.findUnique({ where: { id: userId }, select: { emailVerified: true } })
  return row?.emailVerified === true
}

/** The hash of the account's password; null when there is no such account. */
export async function findPasswordHash(database: Database, userId: string): Promise<string | null> {
  const row = await database.account.findFirst({
    where: { userId, providerId: 'credential', password: { not: null } },
    select: { password: true },
  })
  return row?.password ?? null
}

/** Ends every session of an account. */
export async function endSessions(database: Database, userId: string): Promise<void> {
  await database.session.deleteMany({ where: { userId } })
}

/**
 * Replaces the password of an account by its hash, for who does not know the present one: ends all its sessions, passkeys, tokens and app
 * passwords, and whatever links and sign-ins are under way, as somebody else may have made them; streams that were opened by any of them end.
 */
export async function replacePassword(
  transaction: Transaction,
  userId: string,
  passwordHash: string,
): Promise<void> {
  const { count } = await transaction.account.updateMany({
    where: { userId, providerId: 'credential' },
    data: { password: passwordHash },
  })
  if (count === 0)
    throw new Error(`The account ${userId} has no password to replace: every sign-up sets one.`)
  await transaction.session.deleteMany({ where: { userId } })
  await transaction.passkey.deleteMany({ where: { userId } })
  await transaction.apiToken.deleteMany({ where: { userId } })
  await dropOneTimeSecrets(transaction, userId)
  await notify(transaction, { type: 'account', subscriberId: userId })
}

export async function makeAdmin(database: Database, userId: string): Promise<void> {
  await database.user.update({ where: { id: userId }, data: { role: 'admin' }, select: { id: true } })
}

/** All accounts in the order in which they were made. */
export async function listAccounts(database: Database) {
  return database.user.findMany({
    select: { email: true, role: true, name: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/**
 * The address and language of an account, which nobody else changes until the transaction ends; null when there is none.
 * Rows that refer to the account (a session, a subscription) may be made meanwhile.
 */
export async function holdAccount(
  transaction: Transaction,
  userId: string,
): Promise<{ readonly email: string; readonly language: string | null } | null> {
  const [account] = await transaction.$queryRaw<{ email: string; language: string | null }[]>`
    SELECT "email", "language" FROM "user" WHERE "id" = ${userId} FOR NO KEY UPDATE`
  return account ?? null
}

/**
 * Gives an account another address, or its own as one that is proved, and ends what is under way: links to the old one are worthless. False when another
 * account has the new one; the caller must then roll back. The address is written last, and to be called last: from then
 * on the row is locked for all that refers to it, as the address is a key of it.
 */
export async function changeEmail(transaction: Transaction, userId: string, email: string): Promise<boolean> {
  const lower = email.toLowerCase()
  if ((await transaction.user.count({ where: { email: lower, id: { not: userId } } })) > 0) return false
  await dropOneTimeSecrets(transaction, userId)
  await notify(transaction, { type: 'account', subscriberId: userId })
  const data = { email: lower, emailVerified: true }
  const change = () => transaction.user.update({ where: { id: userId }, data, select: { id: true } })
  // Somebody else may have taken it after the count above: the unique index has the last word.
  return (await unlessTaken(change)) !== 'taken'
}

/** Locks an account, which ends its sessions, streams and what it sends at once, or unlocks it; false when there is none. */
export async function setLock(transaction: Transaction, userId: string, isLocked: boolean): Promise<boolean> {
  const { count } = await transaction.user.updateMany({
    where: { id: userId },
    data: { banned: isLocked, banExpires: null },
  })
  await dropWaiting(transaction, userId)
  if (isLocked) {
    await transaction.session.deleteMany({ where: { userId } })
    await dropOneTimeSecrets(transaction, userId)
    await notify(transaction, { type: 'account', subscriberId: userId })
  }
  return count === 1
}

/** The account, or null. */
export async function findAccount(database: Database | Transaction, userId: string) {
  return database.user.findUnique({
    where: { id: userId },
    select: { id: true, name: true, email: true, role: true, banned: true, language: true },
  })
}
