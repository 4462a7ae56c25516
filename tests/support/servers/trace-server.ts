import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Trace } from '#tests/support/data/trace.ts'

/** Postings of a source that its document shows, as in the protocol of the traces. */
export const windowSize = 15

export type TraceServer = {
  /** The address of a source; each source has one of its own, so that they are different hosts. */
  readonly urlOf: (source: string) => string
  /** The postings published by then are shown from now on. */
  readonly setNow: (now: number) => void
  readonly now: () => number
  /** Base address for programs: GET /now, PUT /now. */
  readonly controlUrl: string
  /** guids of every posting that was shown in an answer that was sent completely, by source. */
  readonly shown: ReadonlyMap<string, ReadonlySet<string>>
  readonly answers: () => number
  readonly close: () => Promise<void>
}

/** Serves the sources of a trace as RSS over HTTP, at the virtual time of the test, with ETags and 304s. */
export async function startTraceServer(trace: Trace, startAt: number): Promise<TraceServer> {
  const names = [...trace.keys()]
  const shown = new Map<string, Set<string>>(names.map((name) => [name, new Set()]))
  let now = startAt
  let answers = 0
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/')
    if (path === '/now') {
      if (request.method === 'PUT') now = Number(request.headers['x-now'])
      return response.end(String(now))
    }
    if (path === '/robots.txt') return response.writeHead(404).end()
    answers += 1
    const name = path.slice('/feed/'.length)
    const visible = visibleAt(trace.get(name) ?? [], now)
    const etag = `"${visible.at(-1)?.index ?? 'none'}"`
    response.setHeader('etag', etag)
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end()
    response.setHeader('content-type', 'application/rss+xml')
    response.on('finish', () => visible.forEach(({ index }) => shown.get(name)?.add(guidOf(name, index))))
    return response.end(rss(name, visible))
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  const hostOf = (index: number) =>
    `127.${100 + Math.floor(index / 60_000)}.${Math.floor(index / 250) % 240}.${(index % 250) + 1}`
  return {
    urlOf: (source) => `http://${hostOf(names.indexOf(source))}:${port}/feed/${encodeURIComponent(source)}`,
    setNow: (at) => {
      now = at
    },
    now: () => now,
    controlUrl: `http://127.0.0.1:${port}/now`,
    shown,
    answers: () => answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The guid of the index-th posting of a source in a trace. */
export function guidOf(source: string, index: number): string {
  return `${source}#${index}`
}

function visibleAt(times: readonly number[], now: number) {
  const published = times.findLastIndex((at) => at <= now) + 1
  return times
    .slice(Math.max(0, published - windowSize), published)
    .map((at, position) => ({ at, index: Math.max(0, published - windowSize) + position }))
}

function rss(name: string, visible: readonly { at: number; index: number }[]): string {
  const items = visible
    .toReversed()
    .map(
      ({ at, index }) =>
        `<item><guid isPermaLink="false">${guidOf(name, index)}</guid><title>Posting ${index} of ${name}</title>` +
        `<link>http://example.org/${encodeURIComponent(name)}/${index}</link>` +
        `<pubDate>${new Date(at).toUTCString()}</pubDate><description>Text ${index}</description></item>`,
    )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${name}</title><link>http://example.org/</link>${items.join('')}</channel></rss>`
}
