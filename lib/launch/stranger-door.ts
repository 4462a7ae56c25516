import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { ApiError, type ErrorBody } from '#lib/api/errors.ts'
import { route } from '#lib/api/route.ts'
import { addressGroup } from '#lib/auth/client-address.ts'
import { readSessionToken, sessionCookieOf } from '#lib/auth/session-cookie.ts'
import { answerVisit } from '#lib/known-visits.ts'
import { createStrangerCounts } from './count-strangers.ts'

/** How sessions are written into cookies: their name, and what signs them. */
type SessionCookies = { readonly name: string; readonly secret: string }
/** Whoever probes or measures this server is never refused: all of it stands behind one address, perhaps a stranger's. */
const probes = ['/healthz', '/readyz', '/metrics', '/api/health']
/** Reader apps show nothing of whose they are for the hundreds of pictures of a list. Each address has our signature, and a limit where it costs. */
const pictures = '/api/v1/images?'
/** More than there are browsers that come back in the minutes of a flood. */
const mostSpent = 10_000

/**
 * Lets strangers ask so much in a minute and no more, before anything is rendered or looked up for them: who has an account is
 * counted by that (`lib/auth/request-limits.ts`). Beyond the limit a browser that comes back is heard all the same where
 * the signature of its session's cookie is ours, until an answer came without that session: it ended, and may be anybody's.
 */
export function createStrangerDoor(root: string, sessionCookies: () => Promise<SessionCookies>) {
  const enter = createStrangerCounts()
  const files = new Set(globSync('**/*.*', { cwd: path.join(root, 'public') }).map((file) => `/${file}`))
  const spent = new Set<string>()

  function isCounted(url: string): boolean {
    const [pathname = ''] = url.split('?', 1)
    return !probes.includes(pathname) && !files.has(pathname) && !url.startsWith(pictures)
  }

  /** What a request shows to be somebody's, hashed, as it may be long; null: nothing. */
  async function credentialOf({ authorization, cookie }: IncomingHttpHeaders): Promise<string | null> {
    const ofCookie = async () =>
      cookie === undefined ? '' : sessionCookieOf(cookie, (await sessionCookies()).name)
    const shown = authorization ?? (await ofCookie())
    return shown === '' ? null : createHash('sha256').update(shown).digest('base64')
  }

  async function comesBack({ authorization, cookie }: IncomingHttpHeaders, credential: string) {
    if (authorization !== undefined || spent.has(credential)) return false
    return (await readSessionToken(cookie ?? null, await sessionCookies())) !== null
  }

  return async function pass(
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<void> {
    const { url = '/', headers } = request
    if (!isCounted(url)) return next()
    const credential = await credentialOf(headers)
    const { pauseMs, prove } = enter(addressGroup(asHeaders(headers, 'x-forwarded-for')), credential)
    if (pauseMs === 0) return answerVisit(prove, next)
    if (credential === null || !(await comesBack(headers, credential)))
      return refuse(request, response, pauseMs)
    let isProved = false
    response.once('close', () => {
      if (isProved) return
      if (spent.size >= mostSpent) spent.clear()
      spent.add(credential)
    })
    answerVisit(() => {
      isProved = true
      prove()
    }, next)
  }
}

/** As other refusals of the API; who asks for a page, or by a reader app, reads the sentence alone. */
async function refuse(request: IncomingMessage, response: ServerResponse, pauseMs: number): Promise<void> {
  const seconds = Math.ceil(pauseMs / 1000)
  const values = { values: { seconds }, retryAfterMs: pauseMs }
  const headers = asHeaders(request.headers, 'cookie', 'accept-language')
  const say = route(() => Promise.reject(new ApiError('too_many_requests', 'rateLimited', values)))
  const said = await say(new Request('http://localhost', { headers }), { params: Promise.resolve({}) })
  for (const [name, value] of said.headers) response.setHeader(name, value)
  response.statusCode = said.status
  if (request.url?.startsWith('/api/') === true) return void response.end(await said.text())
  const { error } = (await said.json()) as ErrorBody
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(error.message)
}

/** The named ones of a request's headers, as routes know them. */
function asHeaders(headers: IncomingHttpHeaders, ...names: readonly string[]): Headers {
  return new Headers(
    names.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as [string, string]] : []
    }),
  )
}
