import { createHmac, timingSafeEqual } from 'node:crypto'

/** The path at which our server hands out pictures of others. */
const imagesPath = '/api/v1/images'

/**
 * The address of a picture at this server. The signature says that this server gave the address out, so that nobody else
 * can have it fetch what they like. It holds as long as the secret does, and with it what browsers have kept.
 */
export function proxiedImage(address: string, secret: string): string {
  const query = new URLSearchParams({ url: address, signature: signatureOf(address, secret) })
  return `${imagesPath}?${query.toString()}`
}

/** Whether this server gave the address out. Takes the same time whatever is wrong. */
export function isSigned(address: string, signature: string, secret: string): boolean {
  const expected = Buffer.from(signatureOf(address, secret))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The purpose stands in the text: the secret signs other things, too. 144 bits are beyond guessing. */
function signatureOf(address: string, secret: string): string {
  return createHmac('sha256', secret).update(`image ${address}`).digest('base64url').slice(0, 24)
}
