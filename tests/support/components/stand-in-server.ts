import { expect, vi } from 'vitest'
import { errorStatus, type ErrorCode } from '#lib/api/http/errors.ts'
import type { ServerEvent } from '#lib/api/events/events.ts'

export type Call = {
  readonly method: string
  /** The path behind /api/v1, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}
/** The answer: JSON, nothing (204), or a whole response; or a function that works it out. */
type Route =
  | Readonly<Record<string, unknown>>
  | Response
  | undefined
  | ((call: Call & { readonly id: string }) => unknown)
/** By method and path, in which `:id` stands for one part: "PATCH /rules/:id". */
export type Routes = Readonly<Record<string, Route>>

export type StandInServer = {
  /** Every request in order. */
  readonly calls: readonly Call[]
  /** Those that change something, as "PATCH /rules/1" with their bodies. */
  readonly changes: () => readonly [string, unknown][]
}

const original = globalThis.fetch
let unanswered: string[] = []
let tests = 0

/** Before each test. */
export function beginServing(): void {
  unanswered = []
  tests += 1
  streams.clear() // a window keeps its stream for a second after its frame has gone
  vi.stubGlobal('EventSource', TestedEvents)
}

/** A request for which the test has no answer is a mistake of the test: components must not see a server that has half of its paths. */
export function endServing(): void {
  globalThis.fetch = original
  expect(unanswered, 'requests without an answer').toEqual([])
}

/** The id of the account that this test signs in: another one for each, so that no stream of a test before is gone on with. */
export function accountId(): string {
  return `account-${tests}`
}

/** Answers the requests of a component at the border of the network, until the test has ended. */
export function serve(routes: Routes): StandInServer {
  const calls: Call[] = []
  const table = Object.entries(routes).map(([name, route]) => ({ pattern: patternOf(name), route }))
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if (!url.pathname.startsWith('/api/')) return original(input, init)
    const method = init.method ?? 'GET'
    const path = url.pathname.replace('/api/v1', '')
    const body: unknown = typeof init.body === 'string' ? jsonOf(init.body) : init.body
    const call = { method, path, query: url.searchParams, body }
    calls.push(call)
    for (const { pattern, route } of table) {
      const found = pattern.exec(`${method} ${path}`)
      if (found === null) continue
      const answer: unknown = await (typeof route === 'function'
        ? route({ ...call, id: found[1] ?? '' })
        : route)
      init.signal?.throwIfAborted()
      if (answer instanceof Response) return answer
      return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
    }
    unanswered.push(`${method} ${path}`)
    return refusal('not_found')
  }
  return {
    calls,
    changes: () =>
      calls
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path, body }) => [`${method} ${path}`, body]),
  }
}

/** A refusal of our API. */
export function refusal(code: ErrorCode, message = 'Refused.'): Response {
  return Response.json({ error: { code, message, requestId: 'r' } }, { status: errorStatus[code] })
}

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:id/g, '([^/]+)')}$`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Those that a window has open. */
const streams = new Set<EventTarget>()

/** A stream of events, on which the test says what is told. */
class TestedEvents extends EventTarget {
  static readonly CLOSED = 2
  readonly readyState = 1
  constructor() {
    super()
    streams.add(this)
  }
  close(): void {
    streams.delete(this)
  }
}

/** Tells the window an event, once it hears any. */
export async function tellEvent(event: ServerEvent): Promise<void> {
  await expect.poll(() => streams.size).toBe(1)
  for (const stream of streams)
    stream.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event) }))
}
