import { createHmac, timingSafeEqual } from 'node:crypto'

/** The methods that hubs may sign with (WebSub, 5.1.1). */
const methods = new Set(['sha1', 'sha256', 'sha384', 'sha512'])

/** Whether a delivery carries the signature (X-Hub-Signature: `method=hexadecimal`) of somebody who knows the secret. */
export function isSignedBy(secret: string, body: Buffer, header: string | null): boolean {
  const [method = '', signature = ''] = (header ?? '').trim().split('=', 2)
  if (!methods.has(method.toLowerCase()) || !/^([0-9a-f]{2})+$/i.test(signature)) return false
  const expected = createHmac(method.toLowerCase(), secret).update(body).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
