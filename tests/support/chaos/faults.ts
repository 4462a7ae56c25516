import type { FailureKind } from '#lib/policy/basics/failure-kind.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import type { SimulatedAnswer } from '#lib/lab/simulator/simulate-web.ts'
import { gzipBomb, huge, redirect, reset, status, truncated } from '#tests/support/servers/feed-answers.ts'
import type { Route } from '#tests/support/servers/feed-server.ts'

/** The ways of failing of a test server, each with what the simulator makes of it. */
type Fault = {
  readonly route: Route
  readonly kind: Exclude<SimulatedAnswer['kind'], 'document'>
  /** The failure that the source waits by, as the aggregator judges it. */
  readonly failure?: FailureKind
  readonly retryAfterMs?: number
  /** Requests that one poll takes. */
  readonly requests?: number
  /** Only the time-out ends it. */
  readonly isEndless?: boolean
}

const hourMs = 3_600_000
const longPauseMs = 2 * hourMs
const shortPauseMs = hourMs / 4
const broken = '<rss version="2.0"><channel><title>Broken</title></channel></rss>'
const html = '<!doctype html><title>Maintenance</title>'
const hugeBytes = 30_000_000

/** All ways of failing by name. */
export const faults = {
  '429 with Retry-After': {
    route: status(429, { 'retry-after': String(longPauseMs / 1000) }),
    kind: 'throttled',
    retryAfterMs: longPauseMs,
  },
  '503 with Retry-After': {
    route: status(503, { 'retry-after': String(shortPauseMs / 1000) }),
    kind: 'throttled',
    retryAfterMs: shortPauseMs,
  },
  '429 alone': { route: status(429), kind: 'throttled' },
  '500': { route: status(500), failure: 'server-error', kind: 'unreachable' },
  '502': {
    route: status(502, { 'content-type': 'text/html' }, html),
    failure: 'server-error',
    kind: 'unreachable',
  },
  reset: { route: reset(), failure: 'connection', kind: 'unreachable' },
  truncated: { route: truncated(broken), failure: 'connection', kind: 'unreachable' },
  'no answer': { route: () => undefined, failure: 'timeout', kind: 'unreachable', isEndless: true },
  'slow body': { route: drip, failure: 'timeout', kind: 'unreachable', isEndless: true },
  'too long a length': { route: length(100_000), failure: 'timeout', kind: 'unreachable', isEndless: true },
  'too short a length': { route: length(4), failure: 'unreadable', kind: 'broken' },
  'redirect loop': {
    route: (request, response) => redirect(request.url ?? '/', 302)(request, response),
    kind: 'broken',
    requests: 6,
  },
  'huge body': { route: huge(hugeBytes), failure: 'unreadable', kind: 'broken' },
  'gzip bomb': { route: gzipBomb(hugeBytes), failure: 'unreadable', kind: 'broken' },
  'no feed': {
    route: status(200, { 'content-type': 'text/html' }, html),
    failure: 'unreadable',
    kind: 'broken',
  },
} as const satisfies Readonly<Record<string, Fault>>
export type FaultName = keyof typeof faults

const names = Object.keys(faults) as FaultName[]

/**
 * The answers that fail, and how: the same for the test server and the simulator. A source fails for a whole hour or not at all, so that
 * it does not matter to the second when it is asked.
 */
export type FaultRule = (source: string, at: number) => FaultName | null

/** Lets `share` of all hours of all sources fail, drawn from the seed. */
export function faultRule(share: number, seed: number): FaultRule {
  return (source, at) => {
    let hash = seed
    for (const character of `${source} ${Math.floor(at / hourMs)}`)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) // FNV-1a
    const random = seededRandom(hash)
    return random() < share ? (names[Math.floor(random() * names.length)] ?? null) : null
  }
}

/** The simulator's form of a failing answer. `timeoutMs`: of the clock's time. */
export function simulated(name: FaultName | null, timeoutMs: number, spacingMs: number): SimulatedAnswer {
  if (name === null) return { kind: 'document' }
  const fault: Fault = faults[name]
  const { kind, failure, requests = 1, retryAfterMs = null, isEndless = false } = fault
  const tookMs = isEndless ? timeoutMs : (requests - 1) * spacingMs
  return { kind, requests, retryAfterMs, tookMs, ...(failure !== undefined && { failure }) }
}

/** The time for which an answer asks to be left alone; 0: it does not say. */
export function retryAfterOf(name: FaultName | null): number {
  const fault: Fault | null = name === null ? null : faults[name]
  return fault?.retryAfterMs ?? 0
}

/** A body that never ends, a few bytes at a time. */
function drip(_: unknown, response: Parameters<Route>[1]): void {
  response.writeHead(200, { 'content-type': 'application/rss+xml' })
  const timer = setInterval(() => response.write('<!-- -->'), 50)
  response.once('close', () => clearInterval(timer))
}

/** A body of another length than its head says. Where it is too short, the connection stays open as if the rest were to come. */
function length(said: number): Route {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/rss+xml\r\ncontent-length: ${said}\r\n\r\n`
  return ({ socket }) => {
    if (said > broken.length) socket.write(head + broken)
    else socket.end(head + broken)
  }
}
