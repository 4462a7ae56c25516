import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { ownerColumns, type CredentialOwner } from './credential-owner.ts'
import { endWays } from './credentials-epoch.ts'

/** A session as its owner sees it: everything but its secret. */
export type SessionRow = {
  readonly id: string
  readonly userAgent: string | null
  readonly ipAddress: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** A session that has not expired, and whose it is. */
export type LiveSession = CredentialOwner & {
  readonly sessionId: string
  readonly lastUsedAt: Date | null
}

/** In one statement, as nearly every request asks it. */
export async function findLiveSession(
  database: Database,
  token: string,
  now: Date,
): Promise<LiveSession | null> {
  const [row] = await database.$queryRaw<LiveSession[]>`
    SELECT s."id" AS "sessionId", s."lastUsedAt", ${ownerColumns}
    FROM "session" s JOIN "user" u ON u."id" = s."userId" WHERE s."token" = ${token} AND s."expiresAt" > ${now}`
  return row ?? null
}

/** The account's sessions that have not expired, the one used last first. */
export async function listSessions(database: Database, userId: string, now: Date): Promise<SessionRow[]> {
  return database.session.findMany({
    where: { userId, expiresAt: { gt: now } },
    select: { id: true, userAgent: true, ipAddress: true, createdAt: true, lastUsedAt: true },
    orderBy: [{ lastUsedAt: { sort: 'desc', nulls: 'last' } }, { createdAt: 'desc' }, { id: 'asc' }],
  })
}

/** Ends a session of that account at once; false when it has none with that id. */
export async function endSession(database: Database, userId: string, id: string): Promise<boolean> {
  const end = (transaction: Transaction) => transaction.session.deleteMany({ where: { id, userId } })
  return (await endWays(database, userId, end)) === 1
}

/** Ends all sessions of an account but one. Returns how many ended. */
export async function endOtherSessions(database: Database, userId: string, kept: string): Promise<number> {
  const end = (transaction: Transaction) =>
    transaction.session.deleteMany({ where: { userId, id: { not: kept } } })
  return endWays(database, userId, end)
}

/**
 * Removes sessions whose time is over, by the machine's clock: nothing else does where a browser never comes back. What was to be told in
 * such a browser has ended with them.
 */
export async function removeEndedSessions(database: Database): Promise<number> {
  return database.$executeRaw`DELETE FROM "session" WHERE "expiresAt" < clock_timestamp()`
}

/** Of one account: a program that signs in for each request makes hundreds of thousands, which are listed and last a month. */
const mostSessions = 1_000

/** Ends those sessions of an account that were used longest ago, so that one more is not too many. */
export async function removeUnusedSessions(database: Database | Transaction, userId: string): Promise<void> {
  await database.$executeRaw`
    DELETE FROM "session" WHERE "id" IN (
      SELECT "id" FROM "session" WHERE "userId" = ${userId}
      ORDER BY coalesce("lastUsedAt", "createdAt") DESC, "id" OFFSET ${mostSessions - 1}::int
      FOR UPDATE SKIP LOCKED)`
}

/** Notes a use and from where, unless one was noted after `unlessSince`: reading must not cost a write per request. */
export async function noteSessionUse(
  database: Database,
  id: string,
  use: { readonly address: string | null; readonly now: Date; readonly unlessSince: Date },
): Promise<void> {
  await database.session.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: use.unlessSince } }] },
    data: { lastUsedAt: use.now, ...(use.address === null ? {} : { ipAddress: use.address }) },
  })
}
