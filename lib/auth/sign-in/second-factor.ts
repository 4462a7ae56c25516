import { randomBytes } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { renderSVG } from 'uqr'
import type { Database } from '#lib/store/connection/database.ts'
import {
  confirmSecondFactor,
  countRecoveryCodes,
  findSecondFactor,
  proposeSecondFactor,
  replaceRecoveryCodes,
  usePeriod,
  useRecoveryCode,
} from '#lib/store/accounts/second-factors.ts'
import { hashSecret, plainTyped, typedSecret } from '#lib/auth/identity/secrets.ts'
import { matchTotp, toBase32, totpAddress } from './totp.ts'

/** The secret that the app and the server share: 160 bits, as RFC 4226 recommends. */
const secretBytes = 20

/** Key under which secrets are encrypted: better-auth's, made of AUTH_SECRET. */
type SecretKey = Parameters<typeof symmetricEncrypt>[0]['key']

/** Makes a secret for the app, not in force until a code proves that it arrived; null when one is in force. */
export async function beginSecondFactor(
  database: Database,
  key: SecretKey,
  user: { id: string; email: string },
) {
  const secret = randomBytes(secretBytes)
  const stored = await symmetricEncrypt({ key, data: secret.toString('hex') })
  if (!(await proposeSecondFactor(database, user.id, stored))) return null
  const address = totpAddress(secret, user.email)
  return { secret: toBase32(secret), address, qrCode: renderSVG(address, { border: 2 }) }
}

/** Puts the proposed secret in force by a code of it. The recovery codes are in this answer alone. Null: a wrong code. */
export async function switchOnSecondFactor(
  database: Database,
  key: SecretKey,
  userId: string,
  code: string,
  now: Date,
): Promise<readonly string[] | null> {
  const found = await findSecondFactor(database, userId)
  if (found === null || found.confirmedAt !== null) return null
  const period = matchTotp(await decrypt(key, found.secret), code, now.getTime())
  if (period === null) return null
  const codes = makeRecoveryCodes()
  const confirmation = { secret: found.secret, period, codeHashes: codes.map(hashRecoveryCode) }
  return (await confirmSecondFactor(database, userId, confirmation, now)) ? codes : null
}

/** Ten other recovery codes; those before stop working. Null when no second factor is in force. */
export async function renewRecoveryCodes(
  database: Database,
  userId: string,
): Promise<readonly string[] | null> {
  const codes = makeRecoveryCodes()
  return (await replaceRecoveryCodes(database, userId, codes.map(hashRecoveryCode))) ? codes : null
}

/** Whether a code of the app or a recovery code is right. Either is used up by it. */
export async function passSecondStep(
  database: Database,
  key: SecretKey,
  userId: string,
  code: string,
  now: Date,
): Promise<'app' | 'recovery-code' | null> {
  const found = await findSecondFactor(database, userId)
  if (found === null || found.confirmedAt === null) return null
  const typed = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(typed)) {
    const period = matchTotp(await decrypt(key, found.secret), typed, now.getTime())
    return period !== null && (await usePeriod(database, userId, period)) ? 'app' : null
  }
  return (await useRecoveryCode(database, userId, hashRecoveryCode(code), now)) ? 'recovery-code' : null
}

/** The part of it that the settings show. */
export async function readSecondFactorState(database: Database, userId: string) {
  const found = await findSecondFactor(database, userId)
  return {
    isOn: found !== null && found.confirmedAt !== null,
    recoveryCodesLeft: await countRecoveryCodes(database, userId),
  }
}

async function decrypt(key: SecretKey, stored: string): Promise<Uint8Array> {
  return Buffer.from(await symmetricDecrypt({ key, data: stored }), 'hex')
}

/** Ten codes of 79 bits, each for one sign-in without the app. */
function makeRecoveryCodes(): readonly string[] {
  return Array.from({ length: 10 }, () => typedSecret(4))
}

/** The stored form of a code, however it was written. */
function hashRecoveryCode(code: string): string {
  return hashSecret(plainTyped(code))
}
