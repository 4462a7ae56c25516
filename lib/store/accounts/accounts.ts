import type { SignUpMode } from '#lib/api/server/admin.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { isThere, raiseEpoch } from './credentials-epoch.ts'
import { dropWaiting } from './locked-accounts.ts'
import { signUpModeOf } from '#lib/store/ground/server-settings.ts'
import { cancelLabRuns } from '#lib/store/lab/lab-runs.ts'
import { endListening } from '#lib/store/outputs/end-listening.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { dropOneTimeSecrets } from './one-time-secrets.ts'
import { unlessTaken } from '#lib/store/connection/unless-taken.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** Whether nobody has an account yet. */
export async function hasNoAccounts(database: Database | Transaction): Promise<boolean> {
  return (await database.user.findFirst({ select: { id: true } })) === null
}

/** Lets one sign-up at a time decide, until its transaction ends: two first accounts at once make one admin. */
export async function lockSignUp(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('skylark sign-up'))`
}

/** The present rule of signing up. */
export async function readSignUpMode(database: Database | Transaction): Promise<SignUpMode> {
  const row = await database.serverSettings.findUnique({ where: { id: 1 }, select: { signUp: true } })
  return signUpModeOf(row?.signUp ?? null)
}

/** Whether and until when an account is locked; null for an unknown one. */
export async function findBan(database: Database | Transaction, userId: string) {
  return database.user.findUnique({ where: { id: userId }, select: { banned: true, banExpires: true } })
}

const accountColumns = {
  ...{ id: true, name: true, email: true, role: true, banned: true, language: true },
  credentialsEpoch: true,
} as const

/** The account with that address, or null. Addresses are kept in lower case. */
export async function findAccountByEmail(database: Database, email: string) {
  return database.user.findUnique({
    where: { email: email.toLowerCase() },
    select: accountColumns,
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

/** The time for which a link for a new password is good. */
export const resetLinkMs = HOUR_MS

/**
 * Ends what whoever has an account has under way, once its epoch is raised: all its sessions, with the streams that were opened by them,
 * links, sign-ins, its invitations that nobody has used, links for new passwords that it made for others as an admin, and its runs of the
 * lab. Imports and exports end with their next step (`requireStill`).
 */
export async function endAllUnderWay(transaction: Transaction, userId: string, now: Date): Promise<void> {
  await transaction.session.deleteMany({ where: { userId } })
  await dropOneTimeSecrets(transaction, userId)
  await transaction.invitation.deleteMany({ where: { createdById: userId, usedAt: null } })
  const since = new Date(now.getTime() - resetLinkMs)
  const made = { act: 'reset-link-made', actorId: userId, at: { gt: since } } // recorded before there is a link
  await transaction.oneTimeSecret.deleteMany({
    where: { purpose: 'password-reset', user: { actsUpon: { some: made } } },
  })
  await cancelLabRuns(transaction, { requestedById: userId }, now.getTime())
  await notify(transaction, { type: 'account', subscriberId: userId })
}

/**
 * Replaces the password of an account by its hash, for who does not know the present one: ends all that is under way, passkeys, tokens and app
 * passwords, and what lets somebody listen (end-listening.ts), as somebody else may have made them. The second step ends where the
 * address was never proved: whoever signed up with somebody else's would keep its owner out. `provedEmail`: the address at which the
 * link was read; null: it was handed over.
 */
export async function replacePassword(
  transaction: Transaction,
  userId: string,
  passwordHash: string,
  now: Date,
  provedEmail: string | null = null,
): Promise<void> {
  await raiseEpoch(transaction, userId)
  await setPasswordHash(transaction, userId, passwordHash)
  await endListening(transaction, userId, now)
  await transaction.passkey.deleteMany({ where: { userId } })
  await transaction.apiToken.deleteMany({ where: { userId } })
  await transaction.secondFactor.deleteMany({ where: { userId, user: { emailVerified: false } } })
  await transaction.recoveryCode.deleteMany({ where: { userId, user: { emailVerified: false } } })
  if (provedEmail !== null)
    await transaction.user.updateMany({
      where: { id: userId, email: provedEmail },
      data: { emailVerified: true },
    })
  await endAllUnderWay(transaction, userId, now)
}

/**
 * Changes the password of an account to its hash, for who knows the present one: ends all its sessions, and links and sign-ins that
 * are under way, which whoever knew it may hold. @returns the new epoch
 */
export async function changePassword(
  transaction: Transaction,
  userId: string,
  passwordHash: string,
): Promise<number> {
  const epoch = await raiseEpoch(transaction, userId)
  await setPasswordHash(transaction, userId, passwordHash)
  await transaction.session.deleteMany({ where: { userId } })
  await dropOneTimeSecrets(transaction, userId)
  return epoch
}

async function setPasswordHash(transaction: Transaction, userId: string, password: string): Promise<void> {
  const { count } = await transaction.account.updateMany({
    where: { userId, providerId: 'credential' },
    data: { password },
  })
  if (count === 0)
    throw new Error(`The account ${userId} has no password to replace: every sign-up sets one.`)
}

export async function makeAdmin(database: Database, userId: string): Promise<void> {
  await database.user.update({ where: { id: userId }, data: { role: 'admin' }, select: { id: true } })
}

/** All accounts in the order in which they were made. */
export async function listAccounts(database: Database) {
  return database.user.findMany({
    where: isThere,
    select: { email: true, role: true, name: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/**
 * The address of an account, whether it was proved, and the language, which nobody else changes until the transaction ends; null when there is none.
 * Rows that refer to the account (a session, a subscription) may be made meanwhile.
 */
export async function holdAccount(
  transaction: Transaction,
  userId: string,
): Promise<{
  readonly email: string
  readonly emailVerified: boolean
  readonly language: string | null
} | null> {
  const [account] = await transaction.$queryRaw<
    { email: string; emailVerified: boolean; language: string | null }[]
  >`
    SELECT "email", "emailVerified", "language" FROM "user" WHERE "id" = ${userId} FOR NO KEY UPDATE`
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
  const data = { email: lower, emailVerified: true, credentialsEpoch: { increment: 1 } }
  const change = () => transaction.user.update({ where: { id: userId }, data, select: { id: true } })
  // Somebody else may have taken it after the count above: the unique index has the last word.
  return (await unlessTaken(change)) !== 'taken'
}

/**
 * Whether nobody else could look after the server: no other admin, or none that is not locked. Until the transaction ends the answer
 * stays true, as whoever leaves or is locked at the same moment waits.
 */
export async function isLastAdmin(transaction: Transaction, userId: string): Promise<boolean> {
  await lockSignUp(transaction)
  const admins = await transaction.user.findMany({
    where: { role: 'admin', OR: [{ banned: false }, { id: userId }] },
    select: { id: true },
  })
  return admins.length === 1 && admins[0]?.id === userId
}

/** Locks an account, which ends all that it has under way and what it sends at once, or unlocks it. The last admin stays unlocked. */
export async function setLock(
  transaction: Transaction,
  userId: string,
  isLocked: boolean,
): Promise<'done' | 'last-admin' | 'not-found'> {
  if (isLocked && (await isLastAdmin(transaction, userId))) return 'last-admin'
  const { count } = await transaction.user.updateMany({
    where: { id: userId, ...isThere },
    data: { banned: isLocked, banExpires: null, credentialsEpoch: { increment: 1 } },
  })
  await dropWaiting(transaction, userId)
  if (isLocked) await endAllUnderWay(transaction, userId, new Date())
  return count === 1 ? 'done' : 'not-found'
}

/** Sets what one account may have at most; null: as the configuration says for all. Returns what holds then; null: there is no such account. */
export async function changeLimits(
  transaction: Transaction,
  userId: string,
  limits: {
    readonly maxSubscriptions?: number | null | undefined
    readonly maxStoredMb?: number | null | undefined
  },
): Promise<{
  readonly id: string
  readonly isLocked: boolean
  readonly maxSubscriptions: number | null
  readonly maxStoredMb: number | null
} | null> {
  const { maxSubscriptions, maxStoredMb } = limits
  const data = {
    ...(maxSubscriptions === undefined ? {} : { maxSubscriptions }),
    ...(maxStoredMb === undefined ? {} : { maxStoredMb }),
  }
  await transaction.user.updateMany({ where: { id: userId, ...isThere }, data })
  const user = await transaction.user.findUnique({
    where: { id: userId, ...isThere },
    select: { id: true, banned: true, maxSubscriptions: true, maxStoredMb: true },
  })
  if (user === null) return null
  const { banned, ...rest } = user
  return { ...rest, isLocked: banned }
}

/** The account; null where there is none, or it was deleted and is being removed. */
export async function findAccount(database: Database | Transaction, userId: string) {
  return database.user.findUnique({
    where: { id: userId, ...isThere },
    select: accountColumns,
  })
}
