import { randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { expireCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { recordAct } from '#lib/store/audit-log.ts'
import type { Database } from '#lib/store/database.ts'
import { keepOneTimeSecret, takeOneTimeSecret } from '#lib/store/one-time-secrets.ts'
import { findPasskey, usePasskey } from '#lib/store/passkeys.ts'
import { clientAddress } from './client-address.ts'
import { bound, verifyQuietly } from './passkeys.ts'
import { challengeMs, relyingParty } from './relying-party.ts'

/**
 * POST /api/auth/passkey/options, then POST /api/auth/passkey/sign-in { response }: signing in without a password. The
 * key itself asks for a finger or PIN, so it stands for both steps.
 */
export function passkeySignIn(database: Database) {
  return {
    id: 'passkey-sign-in',
    endpoints: {
      passkeyOptions: createAuthEndpoint('/passkey/options', { method: 'POST' }, async (context) => {
        const options = await generateAuthenticationOptions({
          rpID: relyingParty().id,
          userVerification: 'required',
        })
        const cookie = browserCookie(context)
        const browser = randomBytes(32).toString('base64url')
        const now = new Date()
        const secretHash = bound(options.challenge, browser)
        const expiresAt = new Date(now.getTime() + challengeMs)
        await keepOneTimeSecret(database, { purpose: 'passkey-sign-in', secretHash, expiresAt }, now)
        context.setCookie(cookie.name, browser, cookie.attributes)
        return context.json(options)
      }),
      passkeySignIn: createAuthEndpoint(
        '/passkey/sign-in',
        { method: 'POST', body: z.object({ response: z.looseObject({ id: z.string().min(1).max(2000) }) }) },
        async (context) => {
          const cookie = browserCookie(context)
          const browser = context.getCookie(cookie.name) ?? ''
          const response = context.body.response as unknown as AuthenticationResponseJSON // checked where it is used
          const userId = await ownerOf(database, response, browser, new Date())
          const user = userId === null ? null : await context.context.internalAdapter.findUserById(userId)
          if (user === null) throw refusal()
          const session = await context.context.internalAdapter.createSession(user.id)
          await setSessionCookie(context, { session, user })
          expireCookie(context, cookie)
          const address = clientAddress(context.headers ?? new Headers())
          const act = 'signed-in-by-passkey'
          await recordAct(database, { act, actorId: user.id, subjectId: user.id, address }, new Date())
          return context.json({ isSignedIn: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

/** Whose passkey has answered the challenge that this browser was given; null when none has. */
async function ownerOf(
  database: Database,
  response: AuthenticationResponseJSON,
  browser: string,
  now: Date,
): Promise<string | null> {
  const passkey = await findPasskey(database, response.id)
  if (passkey === null) return null
  const { id, origin } = relyingParty()
  const verified = await verifyQuietly(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: async (challenge) => {
        const secret = { purpose: 'passkey-sign-in', secretHash: bound(challenge, browser) } as const
        return (await takeOneTimeSecret(database, secret, now)) !== null
      },
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
      requireUserVerification: true,
    }),
  )
  if (verified?.verified !== true) return null
  const { newCounter } = verified.authenticationInfo
  return (await usePasskey(database, passkey, newCounter, now)) ? passkey.userId : null
}

function browserCookie(context: GenericEndpointContext) {
  return context.context.createAuthCookie('passkey', { maxAge: challengeMs / 1000 })
}

function refusal(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'PASSKEY_NOT_VALID',
    message: 'This passkey does not sign in here, or it took too long.',
  })
}
