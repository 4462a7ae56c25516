import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { once } from 'node:events'
import next from 'next'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import sirv from 'sirv'
import { afterAnswerDone } from '#lib/runtime/after-answer.ts'
import { serverAuth } from '#lib/auth/sign-in/auth.ts'
import { firstAdminLink } from '#lib/auth/sign-in/first-admin.ts'
import { isLiveSession } from '#lib/auth/requests/require-subscriber.ts'
import { config } from '#lib/runtime/config.ts'
import { log } from '#lib/runtime/log.ts'
import { processMetrics } from '#lib/runtime/process-metrics.ts'
import { tellRefusal } from './refused-pages.ts'
import { peerAddress, isFromThisMachine, trustedProxies } from './peer-address.ts'
import { createApiDoor } from './api-door.ts'
import { boundConnections } from './bound-connections.ts'
import { endUntaken } from './end-untaken.ts'
import { createRouteNames, measureRequest } from './measure-requests.ts'
import { PackingResponse } from './packing-response.ts'
import { projectRoot } from '#lib/launch/program/project.ts'
import { plainReaderPath } from './reader-paths.ts'
import { isReadable } from './request-target.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { createStrangerDoor } from './stranger-door.ts'

/**
 * The web server's process: Next behind a server of ours that knows who is at the other end of the connection. Everything
 * inside reads the client's address from x-forwarded-for, which holds this one address and nothing the client wrote.
 */
async function main(isDevelopment: boolean): Promise<void> {
  const { host, port, publicUrl, trustedProxies: networks } = config()
  const trusted = trustedProxies(networks)
  const routeOf = createRouteNames()
  const isSecure = new URL(publicUrl).protocol === 'https:'
  // Next listens for upgrades, but answers only those of its own development server and leaves the sockets of others open for ever.
  // Unheeded, such a request is one like any other: counted, answered, and its connection closed (RFC 9110, 7.8).
  const upgrades = isDevelopment ? {} : { shouldUpgradeCallback: () => false }
  const limits = { requestTimeout: requestMs, connectionsCheckingInterval: lookForSlowMs }
  const server = createServer(
    { ServerResponse: PackingResponse, ...upgrades, ...limits },
    (request, response) => {
      // Six of ours and Next's wait for its end; Node takes more than ten for a leak.
      response.setMaxListeners(20)
      if (!admits(request, response)) return
      setClientAddress(request)
      request.url = plainReaderPath(request.url ?? '/')
      measureRequest(request, response, routeOf)
      // Files of the build go without: a page asks for twenty, and none of them is a page or anybody's own.
      assets(request, response, () => {
        setSecurityHeaders(request, response, { isSecure, isDevelopment })
        const fail = (error: unknown) => {
          process.stderr.write(`${String(error)}\n`)
          if (response.headersSent) response.destroy()
          else response.writeHead(500).end()
        }
        const askNext = () => {
          if (!isDevelopment) response.packAnswer()
          tellRefusal(request, response)
          void handle(request, response).catch(fail)
        }
        const answer = () => {
          // About the server as a whole (RFC 9110, 9.3.7): it has nothing to say of itself, and Next takes "*" for no address.
          if (request.url === '*') return response.writeHead(204).end()
          if (!isReadable(request.url ?? '')) return response.writeHead(400).end()
          return void answerApi(request, response, askNext).catch(fail)
        }
        // While developing, a page asks for hundreds of files.
        if (isDevelopment) return answer()
        passStrangers(request, response, answer).catch(fail)
      })
    },
  )

  function setClientAddress(request: IncomingMessage): void {
    const forwarded = request.headers['x-forwarded-for']
    // Next adds headers of proxies itself, so this is told now, and by nobody else.
    delete request.headers['x-skylark-local']
    if (isFromThisMachine(request.socket.remoteAddress ?? '', request.headers))
      request.headers['x-skylark-local'] = 'yes'
    const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
    request.headers['x-forwarded-for'] = peerAddress(request.socket.remoteAddress ?? '', text, trusted)
  }

  const admits = boundConnections(server)
  if (!isDevelopment) await readNextConfig()
  const app = next({ dev: isDevelopment, dir: projectRoot, hostname: host, port, httpServer: server })
  const handle = app.getRequestHandler()
  const answerApi = createApiDoor(projectRoot)
  const passStrangers = createStrangerDoor(projectRoot, sessionCookies, isLiveSession)
  const assets = isDevelopment ? passOn : packedAssets()
  await app.prepare()
  server.keepAliveTimeout = keepAliveMs
  endUntaken(server)
  server.listen({ port, host, backlog })
  await once(server, 'listening')

  // Streams of events end at once, requests under way are answered, and what was promised with an answer is done. A connection that
  // is kept alive is idle once its answer has gone.
  const stop = () => {
    const askedAt = performance.now()
    processMetrics().stopping.abort()
    server.close(() => void afterAnswerDone().then(() => process.exit(0)))
    setInterval(() => server.closeIdleConnections(), lookForIdleMs)
    setTimeout(() => {
      log.warn('web-cut-off', { afterMs: Math.round(performance.now() - askedAt) }) // somebody is left without an answer, or a mail without its end
      server.closeAllConnections()
      server.close(() => process.exit(0))
    }, graceMs)
  }
  // While developing, a page keeps its connection to Next, and every change of a module starts this server again.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, isDevelopment ? () => process.exit(0) : stop)
  const link = await firstAdminLink().catch(
    (error: unknown) => void process.stderr.write(`${String(error)}\n`),
  )
  if (typeof link === 'string') console.log(`The first account of this server is made at ${link}`)
}

async function sessionCookies() {
  const { secret, authCookies } = await serverAuth().$context
  return { name: authCookies.sessionToken.name, secret }
}

/**
 * Next keeps what was read. When it reads the file itself, it says in the terminal how long that took. It takes the types out by a compiler
 * of 24 MB that never leaves the memory, unless it is told that Node can (as `next build --experimental-next-config-strip-types` does).
 */
async function readNextConfig(): Promise<void> {
  process.env['__NEXT_NODE_NATIVE_TS_LOADER_ENABLED'] = 'true'
  const load = createRequire(import.meta.url)
  const { default: loadConfig } = load('next/dist/server/config.js') as NextConfigReader
  await loadConfig(PHASE_PRODUCTION_SERVER, projectRoot)
}
type NextConfigReader = typeof import('next/dist/server/config.js')

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

const passOn: Middleware = (_request, _response, next) => next()

/** Serves the scripts, styles and fonts of the build, packed (`compress-assets.ts`), to be kept for ever: their names change with their content. */
function packedAssets(): Middleware {
  const prefix = '/_next/static'
  const folder = path.join(projectRoot, '.next/static')
  const serve = sirv(folder, { immutable: true, maxAge: 31_536_000, brotli: true, gzip: true })
  return (request, response, next) => {
    const { url = '' } = request
    if (!url.startsWith(`${prefix}/`)) return next()
    request.url = url.slice(prefix.length)
    // HTTP/1.1 keeps connections without being told: fifty bytes less for each of twenty files (RFC 9112, 9.3).
    response.removeHeader('connection')
    serve(request, response, () => {
      request.url = url
      next()
    })
  }
}

/** So long a request may take to come, its body included: what was sent of it takes room. */
const requestMs = 60_000
const lookForSlowMs = 5_000
/** Longer than the minute for which proxies keep a connection: else they send into one that is just being closed. */
const keepAliveMs = 65_000
/** For requests that are under way when the server is stopped, and work after answers; less than the launcher waits. */
const graceMs = 8_000
const lookForIdleMs = 50
/** Connections that may wait to be taken, where the system lets so many: after a start all windows ask at once, and Node's 511 turned some away. */
const backlog = 4_096

await main(process.env.NODE_ENV === 'development')
