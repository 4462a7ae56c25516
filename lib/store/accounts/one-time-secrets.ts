import type { Database, Transaction } from '#lib/store/connection/database.ts'

/**
 * `password-reset` (value: where it was mailed to, if it was), `email-change` (value: the new address): links. `unread-recently` (value: an undo token): what a reader app
 * marked read some minutes ago. The others: a sign-in that is under way in a browser.
 */
export type Purpose =
  | 'password-reset'
  | 'email-change'
  | 'unread-recently'
  | 'second-step'
  | 'passkey-sign-in'
  | 'passkey-registration'

/** The account and purpose that a secret stands for. */
type Stood = { readonly userId: string | null; readonly value: string }

type Secret = { readonly purpose: Purpose; readonly secretHash: string }

/** Keeps what a secret stands for until it expires, and forgets those that did. */
export async function keepOneTimeSecret(
  database: Database | Transaction,
  secret: Secret & Partial<Stood> & { readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await database.oneTimeSecret.deleteMany({ where: { expiresAt: { lte: now } } })
  await database.oneTimeSecret.create({ data: secret, select: { secretHash: true } })
}

/** The account and purpose that a secret stands for, without using it; null when it is unknown, used or expired. */
export async function findOneTimeSecret(
  database: Database,
  { purpose, secretHash }: Secret,
  now: Date,
): Promise<Stood | null> {
  return database.oneTimeSecret.findFirst({
    where: { purpose, secretHash, expiresAt: { gt: now } },
    select: { userId: true, value: true },
  })
}

/** Uses a secret up: of several that come with it at once, one gets what it stands for, the others null. */
export async function takeOneTimeSecret(
  database: Database | Transaction,
  { purpose, secretHash }: Secret,
  now: Date,
): Promise<Stood | null> {
  const [row] = await database.$queryRaw<Stood[]>`
    DELETE FROM "one_time_secret" WHERE "secretHash" = ${secretHash} AND "purpose" = ${purpose} AND "expiresAt" > ${now}
    RETURNING "userId", "value"`
  return row ?? null
}

/** Uses up all that an account has of a purpose, the newest first. */
export async function takeAllSecrets(
  transaction: Transaction,
  userId: string,
  purpose: Purpose,
  now: Date,
): Promise<string[]> {
  const rows = await transaction.$queryRaw<{ value: string; createdAt: Date }[]>`
    DELETE FROM "one_time_secret" WHERE "userId" = ${userId} AND "purpose" = ${purpose} AND "expiresAt" > ${now}
    RETURNING "value", "createdAt"`
  return rows
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .map(({ value }) => value)
}

/** Makes all secrets of an account worthless, or those of one purpose. */
export async function dropOneTimeSecrets(
  database: Database | Transaction,
  userId: string,
  purpose?: Purpose,
): Promise<void> {
  await database.oneTimeSecret.deleteMany({
    where: { userId, ...(purpose === undefined ? {} : { purpose }) },
  })
}
