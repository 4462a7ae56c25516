import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import {
  findApiToken,
  findTokenOwner,
  insertApiToken,
  type ApiTokenRow,
  type FoundToken,
  type TokenName,
} from '#lib/store/accounts/api-tokens.ts'
import { noteSender } from '#lib/api/http/body-room.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { authSettings } from '#lib/auth/sign-in/auth.ts'
import { hashSecret, plainTyped, typedSecret } from '#lib/auth/identity/secrets.ts'
import { isBanned, type Subscriber } from '#lib/auth/identity/subscriber.ts'
import { admitToken, tokenPrefix } from '#lib/auth/identity/tokens.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** An app that proved to have an app password. */
export type AppAccess = { readonly subscriber: Subscriber; readonly token: FoundToken }

/** The time for which an app may write with what it was given for it; it asks for another by itself. */
const writeTokenMs = 14 * DAY_MS
/** Base 36, so that times and numbers of tokens take seven characters until the year 4450 and beyond 2^31. */
const numberLength = 7
/** Of the 43 characters of a signature: these 126 bits show without the database that we made it, the other 132 for whom. */
const sealLength = 21

/**
 * Makes an app password, the only secret that reader apps use: 24 letters and digits (118 bits), as people type it. `forFever`:
 * apps that speak Fever may use it, too. They send the MD5 of e-mail and password, of which the SHA-256 is kept.
 */
export async function createAppPassword(
  database: Database,
  owner: { readonly id: string; readonly email: string },
  name: string,
  forFever: boolean,
): Promise<ApiTokenRow & { readonly token: string }> {
  const token = typedSecret(6)
  const row = await insertApiToken(database, {
    userId: owner.id,
    name,
    kind: 'app',
    tokenHash: hashSecret(plainTyped(token)),
    feverHash: forFever ? hashSecret(feverKey(owner.email, token)) : null,
    scopes: ['read', 'write'],
  })
  return { ...row, token }
}

/**
 * Whose app password this is, with the e-mail or name of the account beside it. Null when it is unknown, another account's,
 * or its owner is banned.
 */
export async function signInApp(
  database: Database,
  login: string,
  password: string,
  now: Date,
): Promise<AppAccess | null> {
  const found = await findAppPassword(database, password)
  if (found === null || !isNamed(found, login)) return null
  return accessBy(database, found, now)
}

/** The app password that somebody typed, whosever it is; null when it is unknown. */
export async function findAppPassword(database: Database, typed: string): Promise<FoundToken | null> {
  return findApiToken(database, 'app', { tokenHash: hashSecret(plainTyped(typed)) })
}

/** Whether this is the e-mail or name of the owner of an app password. */
export function isNamed({ email, name }: FoundToken, login: string): boolean {
  return [email, name.trim().toLowerCase()].includes(login.trim().toLowerCase())
}

/** The sender of an app password or a program's token alone; null when it is unknown, or its owner is banned. */
export async function findAppBySecret(
  database: Database,
  secret: string,
  now: Date,
): Promise<AppAccess | null> {
  const found = secret.startsWith(tokenPrefix)
    ? await findApiToken(database, 'api', { tokenHash: hashSecret(secret) })
    : await findAppPassword(database, secret)
  return found === null ? null : accessBy(database, found, now)
}

/** Says that this app sends a request, for as long as its app password or token holds. */
export function noteApp(database: Database, request: Request, { subscriber, token }: AppAccess): void {
  noteSender(request, subscriber.id, async () => {
    const owner = await findTokenOwner(database, token.tokenId)
    return owner !== null && !isBanned(owner, new Date())
  })
}

/** The key that a Fever app makes of e-mail and app password. */
export function feverKey(email: string, password: string): string {
  return createHash('md5').update(`${email}:${password}`).digest('hex')
}

/** The sender of this key; null when no app password that is meant for Fever has it. */
export async function findFeverApp(database: Database, key: string, now: Date): Promise<AppAccess | null> {
  return accessOf(database, { feverHash: hashSecret(key.toLowerCase()) }, now)
}

/**
 * The token that an app sends with each request once it signed in: number and signature of its app password, so that it holds as
 * long as that one and is stored nowhere. Without "=" and white space: apps cut it out of a line (NetNewsWire, Fluent Reader).
 */
export function appTokenOf({ token }: AppAccess): string {
  return `${token.tokenId}/${signatureOf('app token', token, '')}`
}

/** The sender of this token; null when the app password is gone or the signature is wrong: one that is made up costs no look-up. */
export async function findAppByToken(database: Database, text: string, now: Date): Promise<AppAccess | null> {
  const [, id = '', signature = ''] = /^(\d{1,9})\/([\w-]{43})$/.exec(text) ?? []
  if (!isSealed('app token', Number(id), '', signature)) return null
  const access = await accessOf(database, { id: Number(id) }, now)
  return access !== null && isSame(signature, signatureOf('app token', access.token, '')) ? access : null
}

/** The token that an app shows when it changes something: when it ends, the app password's number and a signature; 57 characters. */
export function writeTokenOf({ token }: AppAccess, now: Date): string {
  const ends = packed(Math.ceil((now.getTime() + writeTokenMs) / 1000))
  return `${ends}${packed(token.tokenId)}${signatureOf('write token', token, ends)}`
}

/** Whether an app got this token to write with, not too long ago. */
export function mayWriteWith({ token }: AppAccess, text: string, now: Date): boolean {
  const ends = text.slice(0, numberLength)
  const expected = `${ends}${packed(token.tokenId)}${signatureOf('write token', token, ends)}`
  return isSame(text, expected) && parseInt(ends, 36) * 1000 > now.getTime()
}

/** The account that was given this token to write with: some apps send nothing else (Miniflux takes it so). */
export async function findAppByWriteToken(
  database: Database,
  text: string,
  now: Date,
): Promise<AppAccess | null> {
  const [, ends = '', packedId = '', signature = ''] =
    /^([\da-z]{7})([\da-z]{7})([\w-]{43})$/.exec(text) ?? []
  const id = parseInt(packedId, 36)
  if (!isSealed('write token', id, ends, signature)) return null
  const access = await accessOf(database, { id }, now)
  return access !== null && mayWriteWith(access, text, now) ? access : null
}

async function accessOf(database: Database, name: TokenName, now: Date): Promise<AppAccess | null> {
  if ('id' in name && !(name.id <= 2 ** 31 - 1)) return null
  const found = await findApiToken(database, 'app', name)
  return found === null ? null : accessBy(database, found, now)
}

async function accessBy(database: Database, token: FoundToken, now: Date): Promise<AppAccess | null> {
  const subscriber = await admitToken(database, token, now)
  return subscriber === null ? null : { subscriber, token }
}

function packed(value: number): string {
  return value.toString(36).padStart(numberLength, '0')
}

type Purpose = 'app token' | 'write token'

function signatureOf(purpose: Purpose, { tokenId, tokenHash }: FoundToken, ends: string): string {
  const own = macOf(`${purpose} ${tokenId} ${ends} ${tokenHash}`).slice(sealLength)
  return sealOf(purpose, tokenId, ends, own) + own
}

function isSealed(purpose: Purpose, id: number, ends: string, signature: string): boolean {
  return isSame(signature.slice(0, sealLength), sealOf(purpose, id, ends, signature.slice(sealLength)))
}

function sealOf(purpose: Purpose, id: number, ends: string, own: string): string {
  return macOf(`seal of ${purpose} ${id} ${ends} ${own}`).slice(0, sealLength)
}

function macOf(text: string): string {
  return createHmac('sha256', authSettings().secret).update(text).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
