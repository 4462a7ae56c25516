import { randomBytes } from 'node:crypto'
import { scopes, type Scope } from '#lib/api/accounts/scopes.ts'
import { noteKnown } from '#lib/runtime/known-visits.ts'
import {
  deleteApiToken,
  findApiToken,
  insertApiToken,
  listApiTokens,
  touchApiToken,
  type ApiTokenRow,
  type FoundToken,
} from '#lib/store/accounts/api-tokens.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { hashSecret } from './secrets.ts'
import { isBanned, toSubscriber, type Subscriber } from './subscriber.ts'

/** Begins each token of a program, and no app password. */
export const tokenPrefix = 'sky_'
/** Uses of a token or a session are noted no more often. */
export const noteUseEveryMs = 60_000

/**
 * Makes a token that lets a program act for an account: "sky_" and 256 random bits. Only its SHA-256 is stored (the secret
 * is random, so a slow hash would add nothing); the token itself is in this answer alone.
 */
export async function createToken(
  database: Database,
  userId: string,
  name: string,
  may: readonly Scope[] = scopes,
): Promise<ApiTokenRow & { readonly token: string }> {
  const token = `${tokenPrefix}${randomBytes(32).toString('base64url')}`
  const row = {
    userId,
    name,
    kind: 'api',
    tokenHash: hashSecret(token),
    feverHash: null,
    scopes: may,
  } as const
  return { ...(await insertApiToken(database, row)), token }
}

/** Whose token this is, and what that may. */
export type TokenAccess = {
  readonly subscriber: Subscriber
  readonly tokenId: number
  readonly scopes: readonly string[]
}

/** The sender of this token, or null when it is unknown or its owner is banned. Notes its use, at most once a minute. */
export async function findTokenAccess(
  database: Database,
  token: string,
  now: Date = new Date(),
): Promise<TokenAccess | null> {
  if (!token.startsWith(tokenPrefix)) return null
  const found = await findApiToken(database, 'api', { tokenHash: hashSecret(token) })
  const subscriber = await admitToken(database, found, now)
  return found === null || subscriber === null
    ? null
    : { subscriber, tokenId: found.tokenId, scopes: found.scopes }
}

/** The owner of a token that was found, or null when the owner is banned. Notes the use, at most once a minute. */
export async function admitToken(
  database: Database,
  found: FoundToken | null,
  now: Date,
): Promise<Subscriber | null> {
  if (found === null || isBanned(found, now)) return null
  noteKnown(found.id)
  const unlessSince = new Date(now.getTime() - noteUseEveryMs)
  if (found.lastUsedAt === null || found.lastUsedAt < unlessSince)
    await touchApiToken(database, found.tokenId, now, unlessSince)
  return toSubscriber(found)
}

/** The account's tokens, newest first. */
export async function listTokens(database: Database, userId: string): Promise<ApiTokenRow[]> {
  return listApiTokens(database, userId)
}

/** Ends a token at once; false when the account has none with that id. */
export async function deleteToken(database: Database, userId: string, id: number): Promise<boolean> {
  return deleteApiToken(database, userId, id)
}
