import type { Database, Transaction } from './database.ts'

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
    select: { id: true, name: true, email: true, role: true, banned: true },
  })
}

/** The hash of an account's password; null when it has none. */
export async function findPasswordHash(database: Database, userId: string): Promise<string | null> {
  const account = await database.account.findFirst({
    where: { userId, providerId: 'credential' },
    select: { password: true },
  })
  return account?.password ?? null
}

/** Ends every session of an account. */
export async function endSessions(database: Database, userId: string): Promise<void> {
  await database.session.deleteMany({ where: { userId } })
}

/** Replaces the password of an account by its hash and ends all its sessions. */
export async function replacePassword(
  database: Database,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await database.$transaction([
    database.account.updateMany({
      where: { userId, providerId: 'credential' },
      data: { password: passwordHash },
    }),
    database.session.deleteMany({ where: { userId } }),
  ])
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
