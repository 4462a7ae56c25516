import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { PasskeyItem } from '#lib/api/accounts/sign-in.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { keepOneTimeSecret, takeOneTimeSecret } from '#lib/store/accounts/one-time-secrets.ts'
import { insertPasskey, listCredentials, type PasskeyRow } from '#lib/store/accounts/passkeys.ts'
import { log } from '#lib/runtime/log.ts'
import { challengeMs, relyingParty } from './relying-party.ts'
import type { Subscriber } from '#lib/auth/identity/subscriber.ts'
import { hashSecret } from '#lib/auth/identity/secrets.ts'

/** The options by which the browser makes a passkey. Its challenge is good once, for ten minutes, in this session. */
export async function passkeyRegistration(
  database: Database,
  subscriber: Subscriber,
  sessionId: string,
  now: Date,
) {
  const { id, name } = relyingParty()
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userName: subscriber.email,
    userDisplayName: subscriber.name,
    userID: new TextEncoder().encode(subscriber.id),
    attestationType: 'none',
    excludeCredentials: (await listCredentials(database, subscriber.id)).map(
      ({ credentialId, transports }) => ({
        id: credentialId,
        transports: transports.flatMap(knownTransport),
      }),
    ),
    // Resident: the sign-in page offers it before anybody has said who they are.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const secretHash = bound(options.challenge, sessionId)
  const expiresAt = new Date(now.getTime() + challengeMs)
  await keepOneTimeSecret(
    database,
    { purpose: 'passkey-registration', secretHash, userId: subscriber.id, expiresAt },
    now,
  )
  return options
}

/** Stores the passkey that the browser made. Null when it proves nothing, came too late or is known already. */
export async function addPasskey(
  database: Database,
  owner: { readonly userId: string; readonly sessionId: string },
  passkey: { readonly name: string; readonly response: unknown },
  now: Date,
): Promise<PasskeyRow | null> {
  const made = await verifyQuietly(async () => {
    const { id, origin } = relyingParty()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: passkey.response as RegistrationResponseJSON, // checked by the call itself, which throws
      expectedChallenge: async (challenge) => {
        const secretHash = bound(challenge, owner.sessionId)
        const stood = await takeOneTimeSecret(database, { purpose: 'passkey-registration', secretHash }, now)
        return stood?.userId === owner.userId
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    })
    return registrationInfo?.credential
  })
  if (made === undefined) return null
  return insertPasskey(database, {
    userId: owner.userId,
    name: passkey.name,
    credentialId: made.id,
    publicKey: made.publicKey,
    counter: made.counter,
    transports: made.transports ?? [],
  })
}

/** The result of a check of simplewebauthn; undefined where it throws, as it does for all that is forged or malformed. */
export async function verifyQuietly<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch (error) {
    log.debug('passkey-refused', { error })
    return undefined
  }
}

/** A challenge is kept together with the browser it was given to: another cannot answer it. */
export function bound(challenge: string, browser: string): string {
  return hashSecret(`${browser}|${challenge}`)
}

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

function knownTransport(text: string) {
  return transports.filter((transport) => transport === text)
}

/** A passkey as the API shows it. */
export function toPasskeyItem({ id, name, createdAt, lastUsedAt }: PasskeyRow): PasskeyItem {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}
