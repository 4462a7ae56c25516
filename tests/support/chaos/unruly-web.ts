import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '#lib/store/connection/database.ts'
import { faults, type FaultName, type FaultRule } from './faults.ts'
import { rssDocument } from '#tests/support/servers/feed-documents.ts'
import type { Route } from '#tests/support/servers/feed-server.ts'
import { guidOf, windowSize } from '#tests/support/servers/trace-server.ts'
import type { Trace } from '#tests/support/data/trace.ts'

const sourcesPerHost = 3
/** A killed process's connection may close a moment after the next has opened: only what lasts longer is two at once. */
const overlapMs = 250

/** A request as it arrived, by the clock of the test. */
export type Asked = {
  readonly host: string
  readonly source: string
  /** User agent: which process asked. */
  readonly by: string
  readonly at: number
  readonly fault: FaultName | null
}

export type UnrulyWeb = {
  readonly urlOf: (source: string) => string
  readonly hostOf: (source: string) => string
  /** guids of every posting in an answer that was sent completely. */
  readonly shown: ReadonlySet<string>
  readonly asked: readonly Asked[]
  /** Requests that came while another one to the same host was not answered. */
  readonly twoAtOnce: readonly Asked[]
  readonly close: () => Promise<void>
}

/**
 * Serves the sources of a trace, several on each host, at the time that `now` tells; what `rule` says fails in all the ways that
 * servers have. Listens at its hosts' own addresses in 127.0.0.0/8 and writes down who asked what when.
 */
export async function startUnrulyWeb(trace: Trace, now: () => number, rule: FaultRule): Promise<UnrulyWeb> {
  const indexes = new Map([...trace.keys()].map((name, index) => [name, index]))
  const shown = new Set<string>()
  const asked: Asked[] = []
  const twoAtOnce: Asked[] = []
  const open = new Map<string, Set<ServerResponse>>()

  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    const source = decodeURIComponent((request.url ?? '').slice('/feed/'.length))
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const at = now()
    const fault = rule(source, at)
    const one = { host, source, by: request.headers['user-agent'] ?? '', at, fault }
    asked.push(one)
    noteOthers(one, response)
    if (fault === null) return show(source, at, request, response)
    const route: Route = faults[fault].route
    return route(request, response)
  })

  function noteOthers(one: Asked, response: ServerResponse): void {
    const others = open.get(one.host) ?? new Set()
    for (const other of others)
      void isOpenAfter(other, overlapMs).then((isOpen) => isOpen && twoAtOnce.push(one))
    open.set(one.host, others.add(response))
    response.once('close', () => others.delete(response))
  }

  function show(source: string, at: number, request: IncomingMessage, response: ServerResponse): void {
    const times = trace.get(source) ?? []
    const out = times.findLastIndex((time) => time <= at) + 1
    const first = Math.max(0, out - windowSize)
    const etag = `"${out}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    const postings = times.slice(first, out).map((publishedAt, position) => {
      const guid = guidOf(source, first + position)
      return { guid, title: guid, publishedAt }
    })
    response.once('finish', () => postings.forEach(({ guid }) => shown.add(guid)))
    const date = new Date(at).toUTCString()
    response.writeHead(200, { etag, date, 'content-type': 'application/rss+xml' })
    response.end(rssDocument(source, postings.toReversed()))
  }

  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  const hostOf = (source: string) => {
    const index = Math.floor((indexes.get(source) ?? 0) / sourcesPerHost)
    return `127.50.${Math.floor(index / 250)}.${(index % 250) + 1}`
  }
  return {
    urlOf: (source) => `http://${hostOf(source)}:${port}/feed/${encodeURIComponent(source)}`,
    hostOf,
    shown,
    asked,
    twoAtOnce,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

/** A subscriber of every source of the web; all sources are due at once. */
export async function subscribeToWeb(
  database: Database,
  trace: Trace,
  web: UnrulyWeb,
  now: number,
): Promise<void> {
  await database.user.create({ data: { id: 'reader', name: 'Reader', email: 'reader@example.org' } })
  const names = [...trace.keys()]
  await database.host.createMany({
    data: [...new Set(names.map((title) => web.hostOf(title)))].map((name) => ({ name })),
  })
  for (const title of names) {
    const url = web.urlOf(title)
    const hostName = web.hostOf(title)
    await database.source.create({
      data: {
        url,
        title,
        hostName,
        nextPollAt: new Date(now),
        subscriptions: { create: { subscriberId: 'reader' } },
      },
    })
  }
}

/** Looked at twice, so that a standstill of this process between two events does not count as time. */
async function isOpenAfter(response: ServerResponse, ms: number): Promise<boolean> {
  for (let look = 0; look < 2; look++) {
    await new Promise((resolve) => setTimeout(resolve, ms / 2).unref())
    await new Promise((resolve) => setImmediate(resolve))
    if (response.closed || response.writableFinished) return false
  }
  return true
}
