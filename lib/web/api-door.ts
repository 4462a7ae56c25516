import { globSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createRouteFinder } from './find-route.ts'
import { createPacker, isPackable, leastPackedBytes, pack, packingFor } from './packing.ts'

type Context = { readonly params: Promise<Readonly<Record<string, string>>> }
type RouteModule = Readonly<
  Partial<Record<string, (request: Request, context: Context) => Promise<Response>>>
>

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The service worker is written by the build, which Next answers with. */
const builtOnce = 'app/sw.js/route.ts'

/**
 * Answers requests to route handlers (the JSON API, sign-in, reader apps, output feeds, hubs, probes) by those handlers themselves, which
 * know nothing of Next: going through Next takes more processor time than most handlers do (`npm run bench -- load`;
 * docs/decisions/0006-api-past-next.md). Pages and unknown methods go on to `next`.
 */
export function createApiDoor(root: string) {
  const find = createRouteFinder(globSync('app/**/route.ts', { cwd: root, exclude: [builtOnce] }))
  // As pages do (outside-loader.mjs): a module that one imports and the other requires at the same time fails for the latter.
  const require = createRequire(path.join(root, 'package.json'))

  return async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<void> {
    const { url = '', method = '' } = request
    const found = methods.has(method) ? find(url) : null
    const handler = found === null ? undefined : (require(`./${found.file}`) as RouteModule)[method]
    if (found === null || handler === undefined) return next()
    const asked = toRequest(request, response)
    if (asked === null) return next()
    await send(await handler(asked, { params: Promise.resolve(found.params) }), request, response)
  }
}

/** With the headers as the server of ours left them, not as they came: strangers' are taken out there. Null: its host names none. */
function toRequest(request: IncomingMessage, response: ServerResponse): Request | null {
  const { method = 'GET', url = '/', headers } = request
  const address = URL.parse(`http://${headers.host ?? 'localhost'}${url}`)
  if (address === null || `${address.username}${address.password}` !== '') return null
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  )
  return new Request(address, {
    method,
    headers: given,
    signal: left.signal,
    ...(method === 'GET' || method === 'HEAD'
      ? {}
      : { body: bodyOf(request, left), duplex: 'half' as const }),
  })
}

/** Read as the route reads it. A body that it refuses is let go by, so that the answer still arrives (Readable.toWeb ends the connection). */
function bodyOf(request: IncomingMessage, left: AbortController): ReadableStream<Uint8Array> {
  const parts = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array, undefined>
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { value, done } = await parts.next().catch((cause: unknown) => {
          left.abort() // before whoever reads it hears that it broke off
          throw cause
        })
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => {
        await parts.return?.()
        request.resume()
      },
    },
    { highWaterMark: 0 },
  )
}

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = answer
  response.statusCode = status
  for (const [name, value] of headers) response.appendHeader(name, value)
  if (body === null) return void response.end()
  const isText = isPackable({
    type: headers.get('content-type') ?? '',
    cacheControl: headers.get('cache-control') ?? '',
    isPacked: headers.has('content-encoding'),
  })
  if (isText) response.appendHeader('vary', 'accept-encoding')
  const packing = isText ? packingFor(String(request.headers['accept-encoding'] ?? '')) : null
  if (headers.get('content-type') === 'application/json') {
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (packing === null || bytes.length < leastPackedBytes) return sendBytes(bytes, response)
    response.setHeader('content-encoding', packing)
    return sendBytes(await pack(bytes, packing), response)
  }
  if (packing !== null) {
    response.removeHeader('content-length')
    response.setHeader('content-encoding', packing)
  }
  response.flushHeaders()
  const parts = Readable.fromWeb(body as NodeStream)
  // Who leaves before the end is no failure: the route is told, and ends what it does.
  await (
    packing === null ? pipeline(parts, response) : pipeline(parts, createPacker(packing), response)
  ).catch((error: unknown) => {
    if (!response.destroyed) throw error
  })
}

function sendBytes(bytes: Buffer, response: ServerResponse): void {
  response.setHeader('content-length', bytes.length)
  response.end(bytes)
}
