import { createServer } from 'node:http'
import path from 'node:path'
import next from 'next'
import sirv from 'sirv'
import { projectRoot } from './project.ts'

/**
 * The production web server: `node web-server.ts HOST PORT`. Next answers everything but its own scripts, styles and fonts:
 * those are served packed (`compress-assets.ts`), to be kept for ever, as their names change with their content.
 */
const [host = '', port = ''] = process.argv.slice(2)
const app = next({ dev: false, dir: projectRoot, hostname: host, port: Number(port) })
const answer = app.getRequestHandler()
const prefix = '/_next/static'
const assets = sirv(path.join(projectRoot, '.next/static'), {
  immutable: true,
  maxAge: 31_536_000,
  brotli: true,
  gzip: true,
})

await app.prepare()
const server = createServer((request, response) => {
  if (request.url?.startsWith(`${prefix}/`) !== true) return void answer(request, response)
  const { url } = request
  request.url = url.slice(prefix.length)
  assets(request, response, () => {
    request.url = url
    void answer(request, response)
  })
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
}
server.on('error', (error) => {
  console.error(error)
  process.exit(1)
})
server.listen(Number(port), host)
