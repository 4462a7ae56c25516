import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a secret that has to be shown or used again (AES-256-GCM under a key made of AUTH_SECRET for this purpose), so that
 * a copy of the database alone tells nobody.
 */
export function seal(secret: string, authSecret: string, purpose: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(authSecret, purpose), iv)
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
}

/** The text that was sealed; null where it was under another AUTH_SECRET or for another purpose. */
export function unseal(sealed: string, authSecret: string, purpose: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', keyOf(authSecret, purpose), bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    const content = decipher.update(bytes.subarray(ivBytes + tagBytes))
    return Buffer.concat([content, decipher.final()]).toString('utf8')
  } catch {
    return null // the tag says that it was not sealed like this
  }
}

function keyOf(authSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret, '', `skylark ${purpose}`, 32))
}
