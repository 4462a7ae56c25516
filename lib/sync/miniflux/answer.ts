import { streamText } from '#lib/api/http/stream-text.ts'

/** Any page may ask: no cookie counts here, so that nothing is lent to it. */
const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'X-Auth-Token, Authorization, Content-Type, Accept',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'x-content-type-options': 'nosniff',
} as const
const unkept = { ...openHeaders, 'cache-control': 'private, no-store' } as const

/** The body as JSON. The type stands alone: Miniflux's Python client reads an error's reason only then. */
export function json(body: unknown, status = 200): Response {
  const bytes = Buffer.from(JSON.stringify(body))
  return new Response(bytes, {
    status,
    headers: { ...unkept, 'content-type': 'application/json', 'content-length': `${bytes.length}` },
  })
}

/** JSON that is written while it is sent. */
export function streamedJson(parts: AsyncGenerator<string> | Generator<string>): Response {
  return new Response(streamText(parts), {
    headers: { ...unkept, 'content-type': 'application/json; charset=utf-8' },
  })
}

/** A document. */
export function xml(document: string): Response {
  return new Response(document, { headers: { ...unkept, 'content-type': 'text/xml; charset=utf-8' } })
}

/** Something was done, and there is nothing to say of it. */
export function done(): Response {
  return new Response(null, { status: 204, headers: unkept })
}

/** The refusal as Miniflux tells it. */
export function refuseMiniflux(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const answer = json({ error_message: text }, status)
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}

/** Browsers ask before they send a header of an app. */
export function answerMinifluxOptions(): Response {
  return new Response(null, { status: 204, headers: { ...openHeaders, 'access-control-max-age': '3600' } })
}
