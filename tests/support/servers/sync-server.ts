import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as accounts from '#app/accounts/[[...path]]/route.ts'
import * as greader from '#app/api/greader.php/[[...path]]/route.ts'
import * as feverPhp from '#app/api/fever.php/[[...path]]/route.ts'
import * as fever from '#app/fever/[[...path]]/route.ts'
import * as health from '#app/healthcheck/route.ts'
import * as version from '#app/version/route.ts'
import * as miniflux from '#app/v1/[[...path]]/route.ts'
import * as reader from '#app/reader/[[...path]]/route.ts'
import { plainReaderPath } from '#lib/web/reader-paths.ts'

type Module = Readonly<
  Partial<Record<string, (request: Request, context: undefined) => Response | Promise<Response>>>
>
const modules: readonly (readonly [string, Module])[] = [
  ['/api/greader.php', greader],
  ['/api/fever.php', feverPhp],
  ['/reader', reader],
  ['/accounts', accounts],
  ['/fever', fever],
  ['/v1', miniflux],
  ['/healthcheck', health],
  ['/version', version],
]

/** The routes of reader apps behind real HTTP, as the web server hands requests to them; its address. */
export async function startSyncServer(): Promise<{
  readonly url: string
  readonly close: () => Promise<void>
}> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const url = plainReaderPath(incoming.url ?? '/')
      const { method = 'GET' } = incoming
      const found = modules.find(
        ([root]) => url === root || url.startsWith(`${root}/`) || url.startsWith(`${root}?`),
      )
      const handler = found?.[1][method === 'HEAD' ? 'GET' : method] // as Next does
      const headers = new Headers(
        Object.entries(incoming.headers).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value] as [string, string]] : [],
        ),
      )
      const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
      const request = new Request(`http://localhost${url}`, { method, headers, ...body })
      const answer =
        handler === undefined
          ? new Response(null, { status: found === undefined ? 404 : 405 })
          : await handler(request, undefined)
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
      outgoing.end(Buffer.from(await answer.arrayBuffer()))
    })().catch((error: unknown) => outgoing.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
