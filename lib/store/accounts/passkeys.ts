import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { endWays } from './credentials-epoch.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { unlessTaken } from '#lib/store/connection/unless-taken.ts'

const shown = { id: true, name: true, createdAt: true, lastUsedAt: true } as const

/** A passkey as its owner sees it. */
export type PasskeyRow = {
  readonly id: number
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

type NewPasskey = {
  readonly userId: string
  readonly name: string
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
}

/** The account's passkeys, newest first. */
export async function listPasskeys(database: Database, userId: string): Promise<PasskeyRow[]> {
  return database.passkey.findMany({ where: { userId }, select: shown, orderBy: { id: 'desc' } })
}

/** The facts that authenticators need to know of the account's passkeys. */
export async function listCredentials(database: Database, userId: string) {
  return database.passkey.findMany({ where: { userId }, select: { credentialId: true, transports: true } })
}

/** Of an account: all are listed at once, and named to whoever makes one more. */
const mostPasskeys = 100

/** Stores a passkey; null when its credential is known already, or the account has too many. */
export async function insertPasskey(database: Database, passkey: NewPasskey): Promise<PasskeyRow | null> {
  if ((await database.passkey.count({ where: { userId: passkey.userId } })) >= mostPasskeys) return null
  const { transports, counter, ...data } = passkey
  const row = await unlessTaken(() =>
    database.passkey.create({
      data: { ...data, counter: BigInt(counter), transports: [...transports] },
      select: shown,
    }),
  )
  if (row === 'taken') return null
  await notify(database, { type: 'account', subscriberId: passkey.userId })
  return row
}

/** The passkey an authenticator names, or null. */
export async function findPasskey(database: Database, credentialId: string) {
  return database.passkey.findUnique({
    where: { credentialId },
    select: { id: true, publicKey: true, counter: true, userId: true },
  })
}

/** Notes a sign-in; false when the passkey is gone, or its counter was moved on by another sign-in at the same time. */
export async function usePasskey(
  database: Database,
  passkey: { readonly id: number; readonly counter: bigint },
  counter: number,
  now: Date,
): Promise<boolean> {
  const { count } = await database.passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter: BigInt(counter), lastUsedAt: now },
  })
  return count === 1
}

export async function renamePasskey(
  database: Database,
  userId: string,
  id: number,
  name: string,
): Promise<PasskeyRow | null> {
  const [row] = await database.passkey.updateManyAndReturn({
    where: { id, userId },
    data: { name },
    select: shown,
  })
  if (row !== undefined) await notify(database, { type: 'account', subscriberId: userId })
  return row ?? null
}

/** Removes a passkey; false when the account has none with that id. Whoever removes the last one still has the password. */
export async function deletePasskey(database: Database, userId: string, id: number): Promise<boolean> {
  const end = (transaction: Transaction) => transaction.passkey.deleteMany({ where: { id, userId } })
  return (await endWays(database, userId, end)) === 1
}
