import { createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret } from '#lib/store/outputs/output-feeds.ts'

/** A token that lets whoever gets the mails of a digest end it without signing in: its number, signed. Nothing else can be done by it. */
export function digestToken(digestId: number): string {
  return `${digestId}.${signatureOf(digestId)}`
}

/** The digest of a token; null: this server did not make it. */
export function digestOfToken(token: string): number | null {
  const [, id = '', signature = ''] = /^(\d{1,9})\.([\w-]+)$/.exec(token) ?? []
  const expected = Buffer.from(signatureOf(Number(id)))
  const given = Buffer.from(signature)
  return id !== '' && expected.length === given.length && timingSafeEqual(expected, given) ? Number(id) : null
}

/** The purpose stands in the text: the secret signs other things, too. */
function signatureOf(digestId: number): string {
  return createHmac('sha256', authSecret()).update(`digest-end ${digestId}`).digest('base64url').slice(0, 24)
}
