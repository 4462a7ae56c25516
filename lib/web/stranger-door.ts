import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { ApiError, type ErrorBody } from '#lib/api/http/errors.ts'
import { route } from '#lib/api/http/route.ts'
import { addressGroup } from '#lib/api/http/client-address.ts'
import { readSessionToken, sessionCookieOf } from '#lib/auth/sign-in/session-cookie.ts'
import { answerVisit } from '#lib/runtime/known-visits.ts'
import { createStrangerCounts, mostStrangerRequests, mostPictures, type Proof } from './count-strangers.ts'
import { createRequestTurns } from './request-turns.ts'

/** The form of sessions in cookies: their name, and what signs them. */
type SessionCookies = { readonly name: string; readonly secret: string }
/**
 * Probes and scrapers are never refused: they may stand behind one address with strangers. Other methods than theirs are answered by Next,
 * which takes ten times as long.
 */
const probeMethods = ['GET', 'HEAD']
const probes = ['/healthz', '/readyz', '/healthcheck', '/metrics', '/api/health']
/** Reader apps show nothing of whose they are for the hundreds of pictures of a list: they are counted by themselves, and a browser's for it alone. */
const pictures = '/api/v1/images?'
/** More than there are browsers that come back in the minutes of a flood. */
const mostEnded = 10_000
/** Of an account's browsers: to refuse a page takes Next 17 ms of the thread that serves all. Programs ask for none, and are refused each by itself. */
const mostRefusals = 60
/** Each request says it anew for as long as it is so. */
const hurriedForMs = 10_000

/**
 * Lets strangers ask so much in a minute and no more, before anything is rendered or looked up for them: who has an account is
 * counted by that (`lib/auth/requests/request-limits.ts`). Beyond the limit a browser that comes back is let in, whatever it asks for, where the signature
 * of its session's cookie is ours and `isLive` finds that session. One that ended stays so: each is looked for once, and made-up ones never.
 */
export function createStrangerDoor(
  root: string,
  sessionCookies: () => Promise<SessionCookies>,
  isLive: (token: string) => Promise<boolean>,
) {
  const proved = new Map<string, Proof>()
  const enter = createStrangerCounts(mostStrangerRequests, Date.now, proved)
  const enterForPicture = createStrangerCounts(mostPictures, Date.now, proved)
  const countRefusal = createStrangerCounts(mostRefusals)
  /** Accounts that asked more than they may, and were told so often enough: until when they are refused here. */
  const refusedUntil = new Map<string, number>()
  /** Accounts that take long answers one after another: until when their requests are begun singly. */
  const hurriedUntil = new Map<string, number>()
  const inTurn = createRequestTurns()
  const files = new Set(globSync('**/*.*', { cwd: path.join(root, 'public') }).map((file) => `/${file}`))
  /** Sessions that were looked for and not found, by their credentials, and those that are being looked for. */
  const ended = new Map<string, Promise<boolean>>()

  /** The credential that a request shows, hashed, as it may be long; null: none. */
  async function credentialOf(url: string, headers: IncomingHttpHeaders): Promise<string | null> {
    const { cookie } = headers
    const ofCookie = async () =>
      cookie === undefined ? '' : sessionCookieOf(cookie, (await sessionCookies()).name)
    const shown = headerCredentialOf(url, headers) ?? (await ofCookie())
    return shown === '' ? null : createHash('sha256').update(shown).digest('base64')
  }

  async function comesBack(url: string, headers: IncomingHttpHeaders, credential: string) {
    const token =
      headerCredentialOf(url, headers) === undefined
        ? await readSessionToken(headers.cookie ?? null, await sessionCookies())
        : null
    if (token === null) return false
    return (ended.get(credential) ?? lookFor(credential, token)).catch(() => false) // the database rests
  }

  function lookFor(credential: string, token: string): Promise<boolean> {
    if (ended.size >= mostEnded) ended.clear()
    const looking = isLive(token)
    ended.set(credential, looking)
    const forget = () => ended.delete(credential)
    looking.then((isFound) => isFound && forget(), forget)
    return looking
  }

  function noteRefusal(who: string): void {
    const { pauseMs } = countRefusal(who, null)
    if (refusedUntil.size >= mostEnded) refusedUntil.clear()
    if (pauseMs > 0) refusedUntil.set(who, Date.now() + pauseMs)
  }

  function noteHurried(who: string): void {
    if (hurriedUntil.size >= mostEnded) hurriedUntil.clear()
    hurriedUntil.set(who, Date.now() + hurriedForMs)
  }

  return async function pass(
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<void> {
    const { url = '/', method = '', headers } = request
    if (probes.includes(pathOf(url)) && probeMethods.includes(method)) return next()
    const group = addressGroup(asHeaders(headers, 'x-forwarded-for'))
    if (files.has(pathOf(url))) return inTurn(() => group, response, next)
    const credential = await credentialOf(url, headers)
    if (url.startsWith(pictures)) {
      const { who, pauseMs } = enterForPicture(group, credential)
      // Apart from the rest: a publisher may let them wait.
      return pauseMs === 0
        ? inTurn(() => `pictures ${who}`, response, next)
        : refuse(request, response, pauseMs)
    }
    const { isKnown, who, whoNow, pauseMs, prove } = enter(group, credential)
    const isBrowser = headerCredentialOf(url, headers) === undefined
    let known: string | null = null
    const askerNow = () => known ?? whoNow()
    const begin = (moved: () => void) => {
      const visit = {
        prove: (asker: string) => {
          prove((known = asker))
          moved()
        },
        refuse: () => isBrowser && noteRefusal(askerNow()),
        hurry: () => noteHurried(askerNow()),
      }
      const refusedMs = isKnown && isBrowser ? (refusedUntil.get(who) ?? 0) - Date.now() : 0
      if (refusedMs <= 0) return answerVisit(visit, next)
      refuse(request, response, refusedMs).catch(() => response.destroy())
    }
    if (pauseMs > 0) {
      if (isKnown || credential === null || !(await comesBack(url, headers, credential)))
        return refuse(request, response, pauseMs)
      prove(credential)
    }
    return inTurn(askerNow, response, begin, (asker) => (hurriedUntil.get(asker) ?? 0) > Date.now())
  }
}

/** The header that a program is known by: where Miniflux answers the header of its apps before any other (`signInMiniflux`), elsewhere that never. */
function headerCredentialOf(url: string, headers: IncomingHttpHeaders): string | undefined {
  const { authorization, 'x-auth-token': token } = headers
  const isToken = url.startsWith('/v1/') && typeof token === 'string' && token.trim() !== ''
  return isToken ? token.trim() : authorization
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

/** As other refusals of the API, or of Miniflux's; who asks for a page, or by another reader app, reads the sentence alone. */
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
  if (request.url?.startsWith('/v1/') === true) {
    response.setHeader('access-control-allow-origin', '*') // pages may read all of Miniflux's answers (lib/sync/miniflux/answer.ts)
    return void response.end(JSON.stringify({ error_message: error.message }))
  }
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
