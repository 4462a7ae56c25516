import { globSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createGzip, gzip, gzipSync } from 'node:zlib'
import { createRouteFinder } from './find-route.ts'

type Context = { readonly params: Promise<Readonly<Record<string, string>>> }
type RouteModule = Readonly<
  Partial<Record<string, (request: Request, context: Context) => Promise<Response>>>
>

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Answers what asks our JSON API by its routes themselves, which know nothing of Next: the way through it takes more of the
 * processor than most of the routes do (`npm run bench:load`; README, Readers with open streams). What they do not answer goes on to `next`.
 */
export function createApiDoor(root: string) {
  const find = createRouteFinder(globSync('app/api/v1/**/route.ts', { cwd: root }))
  const modules = new Map<string, Promise<RouteModule>>()

  function load(file: string): Promise<RouteModule> {
    const known = modules.get(file)
    if (known !== undefined) return known
    const loading = import(pathToFileURL(path.join(root, file)).href) as Promise<RouteModule>
    modules.set(file, loading)
    return loading
  }

  return async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<void> {
    const { url = '', method = '' } = request
    const found = methods.has(method) ? find(url) : null
    const handler = found === null ? undefined : (await load(found.file))[method]
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

/** Below it packing saves nothing. */
const leastPackedBytes = 1_024
/**
 * Up to here answers are packed at once, and wait for no thread that looks at a picture or a password. In ms of this thread, at once
 * and by another: 4 kB 0.07 and 0.14, 16 kB 0.14 and 0.33, 32 kB 0.48 and 0.30, 64 kB 1.4 and 0.8.
 */
const mostPackedAtOnceBytes = 32_768
/** RFC 9110, 12.5.3; with a weight of nought it is not taken. */
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0{0,3})?\s*(?:,|$))/i
const pack = promisify(gzip)

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = answer
  response.statusCode = status
  for (const [name, value] of headers) response.appendHeader(name, value)
  if (body === null) return void response.end()
  const packs = isPackable(headers) && takesGzip.test(String(request.headers['accept-encoding']))
  if (isPackable(headers)) response.appendHeader('vary', 'accept-encoding')
  if (headers.get('content-type') === 'application/json') {
    const bytes = Buffer.from(await answer.arrayBuffer())
    return sendBytes(
      packs && bytes.length >= leastPackedBytes ? await packed(bytes, response) : bytes,
      response,
    )
  }
  if (packs) {
    response.removeHeader('content-length')
    response.setHeader('content-encoding', 'gzip')
  }
  response.flushHeaders()
  const parts = Readable.fromWeb(body as NodeStream)
  // Who leaves before the end is no failure: the route is told, and ends what it does.
  await (packs ? pipeline(parts, createGzip(), response) : pipeline(parts, response)).catch(
    (error: unknown) => {
      if (!response.destroyed) throw error
    },
  )
}

async function packed(bytes: Buffer, response: ServerResponse): Promise<Buffer> {
  response.setHeader('content-encoding', 'gzip')
  return bytes.length <= mostPackedAtOnceBytes ? gzipSync(bytes) : pack(bytes)
}

function sendBytes(bytes: Buffer, response: ServerResponse): void {
  response.setHeader('content-length', bytes.length)
  response.end(bytes)
}

/** Text that no proxy is forbidden to pack (RFC 9111, 5.2.2.6). */
function isPackable(headers: Headers): boolean {
  const isText = /^(?:text\/|application\/(?:[\w.]+\+)?(?:json|xml)\b)/.test(
    headers.get('content-type') ?? '',
  )
  const isAsIs = headers.has('content-encoding') || /no-transform/.test(headers.get('cache-control') ?? '')
  return isText && !isAsIs
}
