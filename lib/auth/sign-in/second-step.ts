import { randomBytes } from 'node:crypto'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie, expireCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { pauseOfAttempt, takeBackAttempt } from '#lib/store/accounts/attempts.ts'
import { whileCredentialsHold, type CheckedAccount } from '#lib/store/accounts/credentials-epoch.ts'
import { recordAct } from '#lib/store/ground/audit-log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import {
  findOneTimeSecret,
  keepOneTimeSecret,
  takeOneTimeSecret,
} from '#lib/store/accounts/one-time-secrets.ts'
import { clientAddress } from '#lib/api/http/client-address.ts'
import { passSecondStep } from './second-factor.ts'
import { hashSecret } from '#lib/auth/identity/secrets.ts'

/** The time that one has to look for the phone. */
const stepMs = 600_000
/**
 * Wrong codes per account: a million codes, three of them right, are not found by five in a quarter of an hour. From all addresses
 * together: only who has the password gets here, and it is that which has to be changed then (a reset by mail takes no code).
 */
const attempts = { max: 5, windowMs: 900_000 } as const

/** Takes back the session that a right password has just made; a cookie holds the browser's place until the code comes. */
export async function holdForSecondStep(
  database: Database,
  context: GenericEndpointContext,
  { session, user }: { readonly session: { readonly token: string }; readonly user: User },
): Promise<void> {
  await takeBackSession(context, session)
  const secret = randomBytes(32).toString('base64url')
  const now = new Date()
  const place = {
    purpose: 'second-step',
    secretHash: hashSecret(secret),
    userId: user.id,
    expiresAt: new Date(now.getTime() + stepMs),
  } as const
  const kept = await whileCredentialsHold(database, checkedOf(user), async (transaction) =>
    keepOneTimeSecret(transaction, place, now),
  )
  if (kept === 'ended') throw startAgain()
  const cookie = placeCookie(context)
  context.setCookie(cookie.name, secret, cookie.attributes)
}

/** Ends a session of which the browser has no cookie yet. */
export async function takeBackSession(
  context: GenericEndpointContext,
  { token }: { readonly token: string },
): Promise<void> {
  deleteSessionCookie(context, true)
  await context.context.internalAdapter.deleteSession(token)
  context.context.setNewSession(null)
}

type User = { readonly id: string } & Readonly<Record<string, unknown>>

/** The account of a session that was just begun, as better-auth has it. */
export function checkedOf({ id, credentialsEpoch }: User): CheckedAccount {
  if (typeof credentialsEpoch !== 'number') throw new Error('A session is begun without an epoch.')
  return { id, credentialsEpoch }
}

/** POST /api/auth/second-step { code }: a code of the app or a recovery code finishes a sign-in. */
export function secondStepPlugin(database: Database) {
  return {
    id: 'second-step',
    endpoints: {
      finishSecondStep: createAuthEndpoint(
        '/second-step',
        { method: 'POST', body: z.object({ code: z.string().min(1).max(100) }) },
        async (context) => {
          const cookie = placeCookie(context)
          const secret = context.getCookie(cookie.name) ?? ''
          const place = { purpose: 'second-step', secretHash: hashSecret(secret) } as const
          const now = new Date()
          const userId = (await findOneTimeSecret(database, place, now))?.userId ?? null
          if (userId === null) throw startAgain()
          const user = await context.context.internalAdapter.findUserById(userId)
          await checkCode(database, context, userId, context.body.code, now)
          if ((await takeOneTimeSecret(database, place, now)) === null || user === null) throw startAgain()
          const session = await context.context.internalAdapter.createSession(userId)
          await setSessionCookie(context, { session, user })
          expireCookie(context, cookie)
          await record(database, context, 'signed-in', userId, now)
          return context.json({ isSignedIn: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

async function checkCode(
  database: Database,
  context: GenericEndpointContext,
  userId: string,
  code: string,
  now: Date,
): Promise<void> {
  const counter = `second-step|${userId}`
  const pauseMs = await pauseOfAttempt(database, counter, attempts, now.getTime())
  if (pauseMs > 0) {
    const body = { code: 'TOO_MANY_CODES', message: 'Too many wrong codes. Wait a quarter of an hour.' }
    throw new APIError('TOO_MANY_REQUESTS', body, { 'retry-after': `${Math.ceil(pauseMs / 1000)}` })
  }
  const passed = await passSecondStep(database, context.context.secretConfig, userId, code, now)
  if (passed === null) {
    await record(database, context, 'second-step-failed', userId, now)
    throw new APIError('UNAUTHORIZED', {
      code: 'WRONG_CODE',
      message: 'This code is not right, or was used.',
    })
  }
  await takeBackAttempt(database, counter)
  if (passed === 'recovery-code') await record(database, context, 'recovery-code-used', userId, now)
}

async function record(
  database: Database,
  context: GenericEndpointContext,
  act: 'signed-in' | 'second-step-failed' | 'recovery-code-used',
  userId: string,
  now: Date,
): Promise<void> {
  const isOwn = act !== 'second-step-failed'
  const address = clientAddress(context.headers ?? new Headers())
  await recordAct(database, { act, actorId: isOwn ? userId : null, subjectId: userId, address }, now)
}

function placeCookie(context: GenericEndpointContext) {
  return context.context.createAuthCookie('second_step', { maxAge: stepMs / 1000 })
}

/** Refuses a sign-in that took too long, or whose account was recovered meanwhile. */
export function startAgain(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'SECOND_STEP_ENDED',
    message: 'This sign-in took too long. Begin again with the password.',
  })
}
