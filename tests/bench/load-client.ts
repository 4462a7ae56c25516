import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Agent, request } from 'undici'

/** The measurements of one kind of request. */
export type Measured = {
  /** Milliseconds until the last byte, by the minute of the run in which it was asked; the first is left out. */
  readonly byMinute: number[][]
  errors: number
}

export type Asked = {
  readonly method: 'GET' | 'PATCH' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** As a window is opened, not as a script asks. */
  readonly isDocument?: boolean
  /** A change whose answer nobody needs. */
  readonly isBrief?: boolean
}

/** A client that measures; it stands for all readers. */
export type LoadClient = {
  readonly measured: ReadonlyMap<string, Measured>
  /** The first few things that were not as they should be. */
  readonly examples: readonly string[]
  /** @returns the answer's text where `isRead`; null: nobody needs it, or it failed, which is counted */
  readonly ask: (act: string, cookie: string, asked: Asked, isRead?: boolean) => Promise<string | null>
  /** A stream of events, its text as it comes, until `signal` ends it. */
  readonly open: (cookie: string, path: string, signal: AbortSignal) => Promise<AsyncIterable<Buffer>>
  readonly fail: (act: string, text: string) => void
}

/** As browsers keep them: a few for each window. */
const connections = new Agent({ connections: 1_000, keepAliveTimeout: 60_000, headersTimeout: 60_000 })
/** One connection for each stream, on which nothing may come for as long as it takes. */
const streams = new Agent({ connections: null, bodyTimeout: 0, headersTimeout: 60_000 })

const mostExamples = 10
/** Readers come, and the server compiles what is asked for first: that is no part of an ordinary day. */
export const warmUpMinutes = 1

export function createLoadClient(appUrl: string): LoadClient {
  const startedAt = performance.now()
  const measured = new Map<string, Measured>()
  const examples: string[] = []

  function measuredOf(act: string): Measured {
    const known = measured.get(act) ?? { byMinute: [], errors: 0 }
    measured.set(act, known)
    return known
  }

  function note(act: string, begunAt: number): void {
    const minute = Math.floor((begunAt - startedAt) / 60_000) - warmUpMinutes
    if (minute < 0) return
    const { byMinute } = measuredOf(act)
    byMinute[minute] ??= []
    byMinute[minute].push(performance.now() - begunAt)
  }

  function fail(act: string, text: string): void {
    measuredOf(act).errors += 1
    if (examples.length < mostExamples) examples.push(`${act}: ${text}`)
  }

  async function ask(act: string, cookie: string, asked: Asked, isRead = false): Promise<string | null> {
    const begunAt = performance.now()
    try {
      const { statusCode, headers, body } = await send(appUrl, cookie, asked)
      const bytes = isRead ? Buffer.from(await body.arrayBuffer()) : null
      if (!isRead) await body.dump({ limit: Infinity })
      note(act, begunAt)
      if (statusCode >= 300) fail(act, `${asked.method} ${asked.path} answered ${statusCode}`)
      return bytes === null ? null : unpack(bytes, headers['content-encoding'])
    } catch (error) {
      fail(act, `${asked.method} ${asked.path}: ${String(error)}`)
      return null
    }
  }

  async function open(cookie: string, path: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
    const headers = { cookie, accept: 'text/event-stream' }
    const { statusCode, body } = await request(`${appUrl}${path}`, { dispatcher: streams, signal, headers })
    if (statusCode !== 200) throw new Error(`The stream answered ${statusCode}.`)
    return body
  }
  return { measured, examples, ask, open, fail }
}

function send(
  appUrl: string,
  cookie: string,
  { method, path, body, isDocument = false, isBrief = false }: Asked,
) {
  return request(`${appUrl}${path}`, {
    method,
    dispatcher: connections,
    headers: {
      cookie,
      'accept-encoding': 'gzip, deflate, br',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': isDocument ? 'navigate' : 'cors',
      'sec-fetch-dest': isDocument ? 'document' : 'empty',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isBrief ? { prefer: 'return=minimal' } : {}),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
}

function unpack(bytes: Buffer, encoding: string | string[] | undefined): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString()
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return bytes.toString()
}
