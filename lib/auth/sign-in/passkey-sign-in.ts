import { randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { passkeySignInRequest } from '#lib/api/accounts/sign-in.ts'
import { recordAct, type Act } from '#lib/store/ground/audit-log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { keepOneTimeSecret, takeOneTimeSecret } from '#lib/store/accounts/one-time-secrets.ts'
import { findPasskey, usePasskey } from '#lib/store/accounts/passkeys.ts'
import { clientAddress } from '#lib/api/http/client-address.ts'
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
        // The same for all tabs of a browser: what one of them asks for must not end what another was given.
        const given = context.getCookie(cookie.name) ?? ''
        const browser = /^[\w-]{43}$/.test(given) ? given : randomBytes(32).toString('base64url')
        const now = new Date()
        const secretHash = bound(options.challenge, browser)
        const expiresAt = new Date(now.getTime() + challengeMs)
        await keepOneTimeSecret(database, { purpose: 'passkey-sign-in', secretHash, expiresAt }, now)
        context.setCookie(cookie.name, browser, cookie.attributes)
        return context.json(options)
      }),
      passkeySignIn: createAuthEndpoint(
        '/passkey/sign-in',
        { method: 'POST', body: passkeySignInRequest },
        async (context) => {
          const cookie = browserCookie(context)
          const browser = context.getCookie(cookie.name) ?? ''
          const response = context.body.response as unknown as AuthenticationResponseJSON // the rest is checked where it is used
          const passkey = await findPasskey(database, response.id)
          const { internalAdapter } = context.context
          const user = passkey === null ? null : await internalAdapter.findUserById(passkey.userId)
          const isProved =
            passkey !== null && (await proves(database, passkey, response, browser, new Date()))
          if (user === null || !isProved) {
            await record(database, context, { act: 'sign-in-failed', subjectId: user?.id ?? null })
            throw refusal('PASSKEY_NOT_VALID', 'This passkey does not sign in here.')
          }
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(context, { session, user })
          const act = 'signed-in-by-passkey'
          await record(database, context, { act, actorId: user.id, subjectId: user.id })
          return context.json({ isSignedIn: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

/**
 * Whether a passkey has answered the challenge that this browser was given.
 * @throws APIError when the challenge is not open: it took too long, was answered, or another browser's
 */
async function proves(
  database: Database,
  passkey: NonNullable<Awaited<ReturnType<typeof findPasskey>>>,
  response: AuthenticationResponseJSON,
  browser: string,
  now: Date,
): Promise<boolean> {
  const { id, origin } = relyingParty()
  let isOpen = true
  const verified = await verifyQuietly(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: async (challenge) => {
        const secret = { purpose: 'passkey-sign-in', secretHash: bound(challenge, browser) } as const
        isOpen = (await takeOneTimeSecret(database, secret, now)) !== null
        return isOpen
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
  if (!isOpen) throw refusal('CHALLENGE_ENDED', 'This took too long. Try again.')
  if (verified?.verified !== true) return false
  return usePasskey(database, passkey, verified.authenticationInfo.newCounter, now)
}

async function record(database: Database, context: GenericEndpointContext, act: Act): Promise<void> {
  const address = clientAddress(context.headers ?? new Headers())
  await recordAct(database, { ...act, address }, new Date())
}

function browserCookie(context: GenericEndpointContext) {
  return context.context.createAuthCookie('passkey', { maxAge: challengeMs / 1000 })
}

function refusal(code: 'PASSKEY_NOT_VALID' | 'CHALLENGE_ENDED', message: string): APIError {
  return new APIError('UNAUTHORIZED', { code, message })
}
