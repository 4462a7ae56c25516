import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as cloud from '#app/api/push/rsscloud/[id]/route.ts'
import * as websub from '#app/api/push/websub/[id]/route.ts'
import type { RouteModule } from '#tests/support/api/call-route.ts'

const routes: Readonly<Record<string, RouteModule>> = { websub, rsscloud: cloud }

/** The routes that hubs call, at a real address: /api/push/PROTOCOL/ID. */
export async function startCallbackServer(): Promise<{
  readonly origin: string
  readonly close: () => Promise<void>
}> {
  const server = createServer((incoming, outgoing) => {
    void answer(incoming).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
}

async function answer(incoming: IncomingMessage): Promise<Response> {
  const url = new URL(incoming.url ?? '/', 'http://callback.example')
  const [, , , protocol = '', id = ''] = url.pathname.split('/')
  const handler = routes[protocol]?.[incoming.method === 'POST' ? 'POST' : 'GET']
  if (handler === undefined) return new Response(null, { status: 404 })
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const body = incoming.method === 'POST' ? { body: Buffer.concat(chunks) } : {}
  const request = new Request(url, { method: incoming.method ?? 'GET', headers, ...body })
  return handler(request, { params: Promise.resolve({ id }) })
}
