import { randomBytes } from 'node:crypto'
import type { TokenKind } from '#lib/api/account.ts'
import {
  deleteApiToken,
  findApiToken,
  insertApiToken,
  listApiTokens,
  touchApiToken,
  type ApiTokenRow,
} from '#lib/store/api-tokens.ts'
import type { Database } from '#lib/store/database.ts'
import { hashSecret, plainTyped, typedSecret } from './secrets.ts'
import { isBanned, toSubscriber, type Subscriber } from './subscriber.ts'

const prefix = 'sky_'
const noteUseEveryMs = 60_000

/**
 * Makes a token that lets a program act for an account: "sky_" and 256 random bits, or for reader apps, where people type
 * it, 24 letters and digits (118 bits). Only its SHA-256 is stored (the secret is random, so a slow hash would add nothing);
 * the token itself is in this answer alone.
 */
export async function createToken(
  database: Database,
  userId: string,
  name: string,
  kind: TokenKind = 'api',
): Promise<ApiTokenRow & { readonly token: string }> {
  const token = kind === 'app' ? typedSecret(6) : `${prefix}${randomBytes(32).toString('base64url')}`
  const tokenHash = hashSecret(kind === 'app' ? plainTyped(token) : token)
  return { ...(await insertApiToken(database, { userId, name, kind, tokenHash })), token }
}

/** Whose token this is, or null when it is unknown or its owner is banned. Notes its use, at most once a minute. */
export async function findTokenOwner(
  database: Database,
  token: string,
  now: Date = new Date(),
): Promise<Subscriber | null> {
  if (!token.startsWith(prefix)) return null
  return findOwner(database, 'api', hashSecret(token), now)
}

/**
 * Whose app password this is: the only secret that the reader APIs take, beside the e-mail of the account where they send
 * one (`email`; null: they do not). Null when it is unknown, another account's, or its owner is banned.
 */
export async function findAppPasswordOwner(
  database: Database,
  email: string | null,
  password: string,
  now: Date = new Date(),
): Promise<Subscriber | null> {
  const owner = await findOwner(database, 'app', hashSecret(plainTyped(password)), now)
  return email === null || owner?.email === email.trim().toLowerCase() ? owner : null
}

async function findOwner(
  database: Database,
  kind: TokenKind,
  tokenHash: string,
  now: Date,
): Promise<Subscriber | null> {
  const found = await findApiToken(database, kind, tokenHash)
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
