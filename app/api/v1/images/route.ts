import { createHash } from 'node:crypto'
import { imageQuery } from '#lib/api/postings/postings.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { addressGroup } from '#lib/api/http/client-address.ts'
import { findSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { config } from '#lib/runtime/config.ts'
import type { FetchedImage } from '#lib/documents/fetch/fetch-image.ts'
import { isSigned } from '#lib/documents/html/image-address.ts'
import { findImage, loadImage, mayFetchMore, passingForMs } from '#lib/handlers/images/load-image.ts'

/** An answer is only ever a picture, whatever a browser is made to believe of it. Reader apps show it in pages of their own. */
const armour = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
}

/**
 * A picture of a posting, fetched by this server, so that its publisher does not see who reads. Only addresses that were
 * given out with a posting: each has a signature. 403: a wrong one; 404: there is no such picture, or none that may be
 * handed out; 429: too many; 503: too many wait, or its server is busy or silent.
 */
export const GET = route(async (request) => {
  const { url, signature } = readQuery(request, imageQuery)
  const { authSecret } = config()
  if (authSecret === null || !isSigned(url, signature, authSecret)) return without(403, 'no-store')
  const kept = await findImage(url)
  if (kept !== null) return answerWith(kept, request)
  const subscriber = await findSubscriber(request.headers)
  // Reader apps do not sign in for pictures.
  if (!(await mayFetchMore(subscriber?.id ?? `at ${addressGroup(request.headers)}`)))
    return without(429, 'no-store', { 'retry-after': '60' })
  const image = await loadImage(url)
  return image === null ? without(503, 'no-store', { 'retry-after': '10' }) : answerWith(image, request)
})

function answerWith(image: FetchedImage, request: Request): Response {
  if (image.kind === 'failed')
    return image.isPassing
      ? without(503, 'no-store', { 'retry-after': String(passingForMs / 1000) })
      : without(404, 'private, max-age=600')
  const etag = `"${createHash('sha256').update(image.bytes).digest('base64url').slice(0, 22)}"`
  const headers = { ...armour, etag, 'cache-control': 'private, max-age=2592000, immutable' }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(image.bytes), { headers: { ...headers, 'content-type': image.type } })
}

function without(
  status: number,
  cacheControl: string,
  more: Readonly<Record<string, string>> = {},
): Response {
  return new Response(null, { status, headers: { ...armour, 'cache-control': cacheControl, ...more } })
}
