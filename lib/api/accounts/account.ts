import { z } from 'zod'
import { languages } from '#lib/words/languages.ts'
import { scopes } from './scopes.ts'
import { password } from './sign-in.ts'
import { appRefusals } from '#lib/api/accounts/reader-apps.ts'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'
import { longestName } from '#lib/text/names.ts'

export const me = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(['admin', 'subscriber']),
    /** The language that was chosen; null: what the browser asks for. */
    language: z.enum(languages).nullable(),
  })
  .meta({ id: 'Me' })

/** GET /api/v1/me */
export type Me = AnswerOf<typeof me>

/** Body of DELETE /api/v1/me: ends the account. */
export const deleteAccountRequest = z.strictObject({ password: z.string().min(1).max(256) })

/** `app`: an app password, which the reader APIs take, and nothing else does. `api`: a token for our own JSON API. */
const tokenKinds = ['app', 'api'] as const

export type TokenKind = (typeof tokenKinds)[number]

/** Body of PATCH /api/v1/me. Answer: Me. The cookie `language` is set with it, so that answers come in it at once. */
export const meChange = z.strictObject({ language: z.enum(languages).nullable() })

export const tokenItem = z
  .object({
    id: z.number(),
    name: z.string(),
    kind: z.enum(tokenKinds),
    /** An app password that apps speaking Fever may use, too. */
    forFever: z.boolean(),
    scopes: z.array(z.enum(scopes)),
    createdAt: when,
    lastUsedAt: when.nullable(),
  })
  .meta({ id: 'TokenItem' })

/** GET /api/v1/tokens: { tokens } */
export type TokenItem = AnswerOf<typeof tokenItem>

/**
 * Body of POST /api/v1/tokens. Answer 201: TokenItem & { token }, shown once. DELETE /api/v1/tokens/:id ends one. Both by a
 * browser's session alone: one token neither makes nor ends another. Making one takes the password, too: a browser left open must not
 * be enough for what outlives its session.
 */
export const tokenRequest = z.strictObject({
  name: z.string().trim().min(1, 'tokenNeedsName').max(longestName.other),
  password,
  kind: z.enum(tokenKinds).default('api'),
  /** Of an app password: apps that speak Fever may use it, too. They send a weak hash of it (MD5), so not unless asked for. */
  forFever: z.boolean().default(false),
  /** Of a token for programs: what it may; without it, all that its owner may. */
  scopes: z.array(z.enum(scopes)).min(1, 'tokenNeedsScope').max(scopes.length).optional(),
})

export const serverInfo = z
  .object({
    /** No account exists: the first one becomes admin. */
    isNew: z.boolean(),
    signUp: z.enum(['open', 'invitation', 'closed']),
    version: z.string(),
    /** Whether forgotten passwords are reset by mail; otherwise the admin does it. */
    sendsMail: z.boolean(),
  })
  .meta({ id: 'ServerInfo' })

/** GET /api/v1/server (no sign-in): what the sign-in pages need. */
export type ServerInfo = AnswerOf<typeof serverInfo>

/**
 * GET /api/health: 200 when all is well or an admin has paused all polling, otherwise 503. `codes` say why it is not "ok",
 * `reasons` the same in the language of the request. GET /readyz: status, codes and reasons alone.
 */
export type Health = {
  readonly status: 'ok' | 'paused' | 'failing'
  readonly database: 'ok' | 'failing'
  readonly migrations: 'ok' | 'failing'
  readonly aggregator: 'ok' | 'failing'
  readonly codes: readonly HealthCode[]
  readonly reasons: readonly string[]
}

export type HealthCode =
  | 'databaseFull'
  | 'databaseSilent'
  | 'migrationsMissing'
  | 'migrationsUnknown'
  | 'noAggregatorYet'
  | 'noAggregatorSince'
  | 'pollingPaused'
  | 'stopping'

export const readerAppNews = z
  .object({
    /** The app password that was used last; null: none ever was. */
    signedIn: z.object({ name: z.string(), at: when }).nullable(),
    /** The last app that was not let in, of the last day; the address may be unknown. */
    refused: z.object({ why: z.enum(appRefusals), at: when, address: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'ReaderAppNews' })

/** GET /api/v1/reader-apps: how the account's reader apps get on with signing in. By a browser's session alone. */
export type ReaderAppNews = AnswerOf<typeof readerAppNews>
