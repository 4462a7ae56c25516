import { hashSecret, plainTyped, typedSecret } from '#lib/auth/identity/secrets.ts'

const count = 10
const groups = 4

/** Ten codes of 79 bits, each for one sign-in without the app. */
export function makeRecoveryCodes(): readonly string[] {
  return Array.from({ length: count }, () => typedSecret(groups))
}

/** The stored form of a code, however it was written. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(plainTyped(code))
}
