import { createHash, randomBytes } from 'node:crypto'
import {
  deleteApiToken,
  findApiToken,
  insertApiToken,
  listApiTokens,
  touchApiToken,
  type ApiTokenRow,
} from '#lib/store/api-tokens.ts'
import type { Database } from '#lib/store/database.ts'
import { isBanned, toSubscriber, type Subscriber } from './subscriber.ts'

const prefix = 'sky_'
const noteUseEveryMs = 60_000

/**
 * Makes a token that lets a program act for an account: "sky_" and 256 random bits. Only its SHA-256 is stored
 * (the secret is random, so a slow hash would add nothing); the token itself is in this answer alone.
 */
export async function createToken(
  database: Database,
  userId: string,
  name: string,
): Promise<ApiTokenRow & { readonly token: string }> {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`
  return { ...(await insertApiToken(database, { userId, name, tokenHash: hashSecret(token) })), token }
}

/** Whose token this is, or null when it is unknown or its owner is banned. Notes its use, at most once a minute. */
export async function findTokenOwner(
  database: Database,
  token: string,
  now: Date = new Date(),
): Promise<Subscriber | null> {
  if (!token.startsWith(prefix)) return null
  const found = await findApiToken(database, hashSecret(token))
  if (found === null || isBanned(found.user, now)) return null
  const unlessSince = new Date(now.getTime() - noteUseEveryMs)
  if (found.lastUsedAt === null || found.lastUsedAt < unlessSince)
    await touchApiToken(database, found.id, now, unlessSince)
  return toSubscriber(found.user)
}

/** The account's tokens, newest first. */
export async function listTokens(database: Database, userId: string): Promise<ApiTokenRow[]> {
  return listApiTokens(database, userId)
}

/** Ends a token at once; false when the account has none with that id. */
export async function deleteToken(database: Database, userId: string, id: number): Promise<boolean> {
  return deleteApiToken(database, userId, id)
}

/** Hash under which a random secret (token, invitation) is stored: SHA-256, hexadecimal. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
