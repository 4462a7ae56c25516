import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seededRandom } from '#lib/policy/random.ts'
import { gzipBomb, huge, redirect, reset, slow, status, truncated } from './feed-answers.ts'
import { rssDocument } from './feed-documents.ts'
import type { Route } from './feed-server.ts'
import { guidOf } from './trace-server.ts'
import type { Trace } from './trace.ts'

const windowSize = 15
const sourcesPerHost = 3
export const retryAfterMs = 900_000

/** What the web saw that it should not have seen. */
export type Breach = {
  readonly kind: 'retry-after' | 'two-at-once'
  readonly host: string
  readonly at: number
}

export type UnrulyWeb = {
  readonly urlOf: (source: string) => string
  /** guids of every posting in an answer that was sent completely. */
  readonly shown: ReadonlySet<string>
  readonly answers: () => number
  readonly faults: ReadonlyMap<string, number>
  readonly breaches: readonly Breach[]
  /** Requests by host, with the times of their arrival. */
  readonly arrivals: ReadonlyMap<string, readonly number[]>
  readonly close: () => Promise<void>
}

/**
 * Serves the sources of a trace, several on each host, at the time that `now` tells; a part of the answers fails in all
 * the ways that servers have. Listens at its hosts' own addresses in 127.0.0.0/8 and notes what is against their wishes.
 */
export async function startUnrulyWeb(
  trace: Trace,
  now: () => number,
  options: { readonly faultShare: number; readonly seed: number },
): Promise<UnrulyWeb> {
  const names = [...trace.keys()]
  const random = seededRandom(options.seed)
  const shown = new Set<string>()
  const faults = new Map<string, number>()
  const breaches: Breach[] = []
  const arrivals = new Map<string, number[]>()
  const pausedUntil = new Map<string, number>()
  const open = new Map<string, Set<ServerResponse>>()
  let answers = 0

  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    answers += 1
    const host = request.headers.host ?? ''
    noteManners(host, response)
    const source = decodeURIComponent((request.url ?? '').slice('/feed/'.length))
    if (random() < options.faultShare) return fail(host, request, response)
    return show(source, request, response)
  })

  function noteManners(host: string, response: ServerResponse): void {
    const at = now()
    arrivals.set(host, [...(arrivals.get(host) ?? []), at])
    if (at < (pausedUntil.get(host) ?? 0)) breaches.push({ kind: 'retry-after', host, at })
    const others = open.get(host) ?? new Set()
    // A killed process's connection may close a moment after the next has opened: only what lasts is a breach.
    for (const other of others) {
      setTimeout(() => {
        if (!other.closed && !other.writableFinished) breaches.push({ kind: 'two-at-once', host, at })
      }, 250).unref()
    }
    open.set(host, others.add(response))
    response.once('close', () => others.delete(response))
  }

  function fail(host: string, request: IncomingMessage, response: ServerResponse): void {
    const kinds = Object.keys(faultRoutes)
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'reset'
    faults.set(kind, (faults.get(kind) ?? 0) + 1)
    if (kind === '429') pausedUntil.set(host, now() + retryAfterMs)
    faultRoutes[kind]?.(request, response)
  }

  function show(source: string, request: IncomingMessage, response: ServerResponse): void {
    const times = trace.get(source) ?? []
    const out = times.filter((at) => at <= now()).length
    const first = Math.max(0, out - windowSize)
    const etag = `"${out}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    const postings = times.slice(first, out).map((publishedAt, position) => {
      const guid = guidOf(source, first + position)
      return { guid, title: guid, publishedAt }
    })
    response.once('finish', () => postings.forEach(({ guid }) => shown.add(guid)))
    response.writeHead(200, {
      etag,
      'content-type': 'application/rss+xml',
      date: new Date(now()).toUTCString(),
    })
    response.end(rssDocument(source, postings.toReversed()))
  }

  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (source) => {
      const index = Math.floor(names.indexOf(source) / sourcesPerHost)
      return `http://127.50.${Math.floor(index / 250)}.${(index % 250) + 1}:${port}/feed/${encodeURIComponent(source)}`
    },
    shown,
    answers: () => answers,
    faults,
    breaches,
    arrivals,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

const broken = '<rss version="2.0"><channel><title>Broken</title></channel></rss>'
const faultRoutes: Readonly<Record<string, Route>> = {
  '429': status(429, { 'retry-after': String(retryAfterMs / 1000) }),
  '500': status(500),
  '502': status(502),
  reset: reset(),
  truncated: truncated(broken),
  'wrong length': (_, response) => void response.writeHead(200, { 'content-length': '100000' }).end(broken),
  'redirect loop': (request, response) => redirect(request.url ?? '/', 302)(request, response),
  'slow body': slow(1_500, broken.slice(0, 20)),
  'huge body': huge(30_000_000),
  'gzip bomb': gzipBomb(30_000_000),
  'no feed': status(200, { 'content-type': 'text/html' }, '<!doctype html><title>Maintenance</title>'),
}
