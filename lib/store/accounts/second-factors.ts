import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { endWays } from './credentials-epoch.ts'
import { notify } from '#lib/store/connection/notify.ts'

/** The account's second factor as it is stored (the secret encrypted), or null. */
export async function findSecondFactor(database: Database, userId: string) {
  return database.secondFactor.findUnique({
    where: { userId },
    select: { secret: true, confirmedAt: true, lastPeriod: true },
  })
}

/** Whether signing in needs a second step. */
export async function hasSecondFactor(database: Database, userId: string): Promise<boolean> {
  return (await database.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) === 1
}

/** The number of recovery codes that are left. */
export async function countRecoveryCodes(database: Database, userId: string): Promise<number> {
  return database.recoveryCode.count({ where: { userId, usedAt: null } })
}

/** Begins with another secret, not in force yet; false when one is in force. */
export async function proposeSecondFactor(
  database: Database,
  userId: string,
  secret: string,
): Promise<boolean> {
  const changed = await database.$executeRaw`
    INSERT INTO "second_factor" AS f ("userId", "secret") VALUES (${userId}, ${secret})
    ON CONFLICT ("userId") DO UPDATE SET "secret" = excluded."secret", "lastPeriod" = NULL, "createdAt" = now()
    WHERE f."confirmedAt" IS NULL`
  return changed === 1
}

/** Puts the proposed factor in force, with its recovery codes; false when there is none or it is in force already. */
export async function confirmSecondFactor(
  database: Database,
  userId: string,
  confirmation: { readonly secret: string; readonly period: number; readonly codeHashes: readonly string[] },
  now: Date,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const { secret, period, codeHashes } = confirmation
    const { count } = await transaction.secondFactor.updateMany({
      where: { userId, secret, confirmedAt: null },
      data: { confirmedAt: now, lastPeriod: period },
    })
    if (count === 0) return false
    await transaction.recoveryCode.deleteMany({ where: { userId } })
    await transaction.recoveryCode.createMany({ data: codeHashes.map((codeHash) => ({ userId, codeHash })) })
    await notify(transaction, { type: 'account', subscriberId: userId })
    return true
  })
}

/** Replaces all recovery codes; false when no second factor is in force. */
export async function replaceRecoveryCodes(
  database: Database,
  userId: string,
  codeHashes: readonly string[],
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    // Locks the factor: two that do this at once leave the codes of one of them.
    const { count } = await transaction.secondFactor.updateMany({
      where: { userId, confirmedAt: { not: null } },
      data: { userId },
    })
    if (count === 0) return false
    await transaction.recoveryCode.deleteMany({ where: { userId } })
    await transaction.recoveryCode.createMany({ data: codeHashes.map((codeHash) => ({ userId, codeHash })) })
    await notify(transaction, { type: 'account', subscriberId: userId })
    return true
  })
}

/** Notes that the code of a period was accepted; false when that or a later one was before. */
export async function usePeriod(database: Database, userId: string, period: number): Promise<boolean> {
  const { count } = await database.secondFactor.updateMany({
    where: { userId, confirmedAt: { not: null }, OR: [{ lastPeriod: null }, { lastPeriod: { lt: period } }] },
    data: { lastPeriod: period },
  })
  return count === 1
}

/** Uses a recovery code up; false when the account has none with that hash, or it was used. */
export async function useRecoveryCode(
  database: Database,
  userId: string,
  codeHash: string,
  now: Date,
): Promise<boolean> {
  const { count } = await database.recoveryCode.updateMany({
    where: { userId, codeHash, usedAt: null, user: { secondFactor: { confirmedAt: { not: null } } } },
    data: { usedAt: now },
  })
  if (count === 1) await notify(database, { type: 'account', subscriberId: userId })
  return count === 1
}

/** Switches the second factor off, with its recovery codes. False when there was none. */
export async function deleteSecondFactor(database: Database, userId: string): Promise<boolean> {
  const end = async (transaction: Transaction) => {
    await transaction.recoveryCode.deleteMany({ where: { userId } })
    return transaction.secondFactor.deleteMany({ where: { userId } })
  }
  return (await endWays(database, userId, end)) === 1
}
