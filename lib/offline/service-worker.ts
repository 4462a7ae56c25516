import { openAlert, showAlert } from './alerts.ts'
import { answerFromKept, countKept } from './answers.ts'
import { bodyToSend, canWait, expectAnybody, hasActs, queueAct, sendActs } from './acts.ts'
import { copiedPaths, keep } from './keep.ts'
import { forget, inTurn, openKept, readKept, shellKey } from './kept.ts'
import { unreachablePage } from './unreachable-page.ts'
import { allCountsPath, changeKept, copyCounts, fieldsOf } from './local-state.ts'

/**
 * The service worker. Everything asks the server first; only where it does not answer, what was kept answers instead.
 * Scripts and styles, whose addresses change with their content, come from the cache. A new version waits until the pages
 * of the old one are closed, so that none loses its scripts.
 */
declare const self: ServiceWorkerGlobalScope
/** Set by app/sw.js/route.ts, another one for each build. */
declare const skylarkBuild: string

const shellCache = `skylark-shell-${skylarkBuild}`
/** Whether answers come from here. Null: not known, as this worker was started a moment ago; pages may be told either. */
let isOffline: boolean | null = null

self.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('skylark-shell-') && name !== shellCache)
  await Promise.all(old.map((name) => caches.delete(name)))
  // The server is asked while this worker is still starting.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('message', (event) => {
  const message = event.data as {
    readonly type?: string
    readonly count?: number
    readonly userId?: string
    readonly afterMs?: number
  }
  if (message.type === 'keep') event.waitUntil(keepLater(message.count ?? 0, message.afterMs ?? 0))
  if (message.type === 'status') event.waitUntil(tell())
  if (message.type === 'account') event.waitUntil(meetAccount(message.userId))
})

/** A page that is left may be one that is loaded anew: what is kept must not come in its way. */
async function keepLater(count: number, afterMs: number): Promise<void> {
  if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
  await keep(count, shellCache).catch(() => undefined)
}

self.addEventListener('sync', (event) => {
  ;(event as ExtendableEvent).waitUntil(sendActs())
})

self.addEventListener('push', (event) => event.waitUntil(showAlert(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openAlert(event.notification)))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  if (request.mode === 'navigate') return event.respondWith(answerPage(event))
  const isAsset = /^\/(_next\/static|fonts)\//.test(url.pathname)
  if (isAsset && request.method === 'GET') return event.respondWith(answerAsset(event, request))
  const { pathname } = url
  const isList = pathname === '/api/v1/postings' || /^\/api\/v1\/postings\/\d+$/.test(pathname)
  const isCopied = copiedPaths.includes(pathname) || pathname === allCountsPath
  const isKept = isList || isCopied || pathname === imagesPath
  if (request.method === 'POST' && startsOrEndsSession.test(pathname))
    event.respondWith(answerSignIn(request))
  else if (request.method === 'GET' && isKept) event.respondWith(answerRead(event, url))
  else if (canWait(request.method, pathname)) event.respondWith(answerAct(event, pathname))
})

const imagesPath = '/api/v1/images'
const startsOrEndsSession = /^\/api\/auth\/(.+\/)?(sign-in|sign-up|sign-out|second-step)(\/|$)/

/** Whoever signs in finds nothing of whoever was here before, also where no page is loaded anew. */
async function answerSignIn(request: Request): Promise<Response> {
  const answer = await fetch(request)
  if (answer.ok) await forgetPostings()
  return answer
}

/** The same when a page shows another account than is kept here. */
async function meetAccount(userId: string | undefined): Promise<void> {
  const cache = await openKept()
  const kept = cache === null ? null : await readKept(cache)
  if (kept !== null && kept.userId !== userId) await forgetPostings()
}

async function answerPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded = (preloadResponse as Promise<Response | undefined>).catch(() => undefined)
  const answer = (await preloaded) ?? (await fetch(request).catch(() => null))
  if (answer !== null && answer.status < 500) {
    // Whoever is signed in never gets this page: nobody is any more.
    if (answer.ok && new URL(request.url).pathname === '/sign-in') await forgetPostings()
    await setOffline(false)
    return answer
  }
  const shell = await (await openKept())?.match(shellKey)
  if (shell === undefined) return answer ?? Response.error()
  await setOffline(true)
  if (new URL(request.url).pathname === '/') return shell
  return new Response(unreachablePage(await shell.text()), {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}

async function answerAsset(event: FetchEvent, request: Request): Promise<Response> {
  const cache = await caches.open(shellCache)
  const found = await cache.match(request.url)
  if (found !== undefined) return found
  const answer = await fetch(request)
  if (answer.ok && answer.status === 200) event.waitUntil(cache.put(request.url, answer.clone()))
  return answer
}

async function answerRead(event: FetchEvent, url: URL): Promise<Response> {
  // Browsers have pictures without asking, and the server says 503 where their publisher is silent.
  const isImage = url.pathname === imagesPath
  if (await hasActs()) await sendActs() // what is read next holds them already
  const cache = await openKept() // before it is asked: an answer that outlives its session goes into nothing
  const answer = await fetch(event.request).catch(() => null)
  if (answer === null || (answer.status >= 502 && answer.status <= 504)) {
    const kept = await answerFromKept(url)
    if (kept !== null && !isImage) await setOffline(true)
    return kept ?? answer ?? Response.error()
  }
  if (isImage) return answer
  await setOffline(false)
  if (answer.status === 401) await forgetPostings()
  const isCopied = cache !== null && answer.ok && copiedPaths.includes(url.pathname)
  if (isCopied) event.waitUntil(cache.put(url.pathname, answer.clone()))
  if (cache !== null && answer.ok && url.pathname === allCountsPath)
    event.waitUntil(copyCounts(cache, answer.clone()))
  return answer
}

async function answerAct(event: FetchEvent, path: string): Promise<Response> {
  const { method } = event.request
  const body = await event.request.clone().text()
  const isNext = !(await hasActs()) || (await sendActs())
  const answer = isNext ? await sendNow(event.request, path, body).catch(() => null) : null
  if (answer === null || (answer.status >= 502 && answer.status <= 504)) {
    const queued = await queueAct(method, path, body)
    if (queued === null) return answer ?? Response.error()
    await setOffline(true)
    return queued
  }
  await setOffline(false)
  if (answer.ok && method === 'PATCH') event.waitUntil(noteAct(path, body))
  return answer
}

async function sendNow(request: Request, path: string, body: string): Promise<Response> {
  const sent = await bodyToSend(path, body)
  if (sent === body) return fetch(request)
  return fetch(path, { method: 'POST', body: sent, headers: { 'content-type': 'application/json' } })
}

/** An act that the server took is true of what is kept, too. */
async function noteAct(path: string, body: string): Promise<void> {
  const fields = fieldsOf(JSON.parse(body) as Record<string, unknown>, Date.now())
  await inTurn(async () => {
    const cache = await openKept()
    if (cache !== null) await changeKept(cache, { isMeant: ({ id }) => path.endsWith(`/${id}`), fields })
  })
}

/** After the end of a session, and at the start of one. Acts that were not sent wait for their owner. */
async function forgetPostings(): Promise<void> {
  expectAnybody()
  await forget()
}

async function setOffline(next: boolean): Promise<void> {
  if (isOffline === next) return
  isOffline = next
  await tell()
}

/** Tells the open pages whether what they show comes from here; what is not known leaves them as they are. */
async function tell(): Promise<void> {
  if (isOffline === null) return
  const message = { type: 'offline', isOffline, count: await countKept() }
  for (const client of await self.clients.matchAll()) client.postMessage(message)
}
