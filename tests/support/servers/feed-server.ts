import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { status } from './feed-answers.ts'

/**
 * A real HTTP server that imitates publishers, good and bad.
 *
 *   const server = await createFeedServer({ hosts: 2 })        // 127.0.0.1 and 127.0.0.2, one port each
 *   server.route('/feed', rss({ postings, now: () => clock.now(), window: 10 }))
 *   server.route('/slow', slow(3_000))
 *   server.origins[0]                                          // 'http://127.0.0.1:40123'
 *   server.requests                                            // every request in order: host, path, headers; those for robots.txt in robotsRequests
 *   await server.close()
 *
 * A route is a function (request, response); paths match without the query, '*' takes what no route takes (else 404).
 * `route` replaces an earlier one, so a test can change what a publisher does between two polls; a third argument
 * limits a route to one origin. Ready-made routes: feed-documents.ts, feed-answers.ts. Every address is in 127.0.0.0/8:
 * allow that network in the fetch options.
 */
export type FeedServer = {
  /** 'http://127.0.0.1:port' and so on, one for each host. */
  readonly origins: readonly string[]
  readonly origin: string
  readonly requests: readonly ReceivedRequest[]
  readonly robotsRequests: readonly ReceivedRequest[]
  readonly route: (path: string, route: Route, origin?: string) => void
  readonly close: () => Promise<void>
}

export type Route = (request: IncomingMessage, response: ServerResponse) => void

type ReceivedRequest = {
  readonly origin: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

/**
 * Starts a server on `hosts` addresses: 127.0.0.1, 127.0.0.2 …, or 127.`network`.0.1 … (Linux has them all; elsewhere
 * only the first).
 */
export async function createFeedServer({
  hosts = 1,
  network = 0,
}: { readonly hosts?: number; readonly network?: number } = {}): Promise<FeedServer> {
  const routes = new Map<string, Route>()
  const requests: ReceivedRequest[] = []
  const robotsRequests: ReceivedRequest[] = []
  const servers: Server[] = []
  const origins: string[] = []
  for (let index = 0; index < hosts; index++) {
    const third = (Math.floor(network / 254) + Math.floor(index / 254)) % 254
    const address = `127.${network % 254}.${third}.${(index % 254) + 1}`
    const server = createServer((request, response) => {
      const path = request.url ?? '/'
      // Asked for once a day before a poll: of that only tests of robots.txt want to know.
      const received = path === '/robots.txt' ? robotsRequests : requests
      received.push({ origin, path, headers: request.headers })
      const name = path.split('?', 1)[0] ?? '/'
      const route =
        routes.get(origin + name) ??
        routes.get(name) ??
        (path === '/robots.txt' ? null : routes.get('*')) ??
        status(404)
      route(request, response)
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve))
    const origin = `http://${address}:${(server.address() as AddressInfo).port}`
    servers.push(server)
    origins.push(origin)
  }
  return {
    origins,
    origin: origins[0] ?? '',
    requests,
    robotsRequests,
    route: (path, route, origin = '') => void routes.set(origin + path, route),
    close: async () => {
      await Promise.all(servers.map((server) => closeServer(server)))
    },
  }
}

function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closed
}
