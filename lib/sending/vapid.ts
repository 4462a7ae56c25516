import { createECDH } from 'node:crypto'
import { config } from '#lib/runtime/config.ts'

/** The pair by which push services know this server (RFC 8292), base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

/** @throws Error when the number, 64 hexadecimal digits, is no private key of P-256 */
export function vapidKeysOf(privateKey: string): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'hex')
  return {
    publicKey: pair.getPublicKey('base64url', 'uncompressed'),
    privateKey: Buffer.from(privateKey, 'hex').toString('base64url'),
  }
}

/** The key by which browsers know our pushes; null: this server sends none. */
export function pushKey(): string | null {
  const key = config().pushKey
  return key === null ? null : vapidKeysOf(key).publicKey
}
