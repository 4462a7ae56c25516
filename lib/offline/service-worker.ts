import { answerFromKept, countKept } from './answers.ts'
import { canWait, hasActs, queueAct, sendActs } from './acts.ts'
import { copiedPaths, keep } from './keep.ts'
import { forget, inTurn, openKept, shellKey } from './kept.ts'
import { changeKept, fieldsOf } from './local-state.ts'

/**
 * The service worker. Everything asks the server first; only where it does not answer, what was kept answers instead.
 * Scripts and styles, whose addresses change with their content, come from the cache. A new version waits until the pages
 * of the old one are closed, so that none loses its scripts.
 */
declare const self: ServiceWorkerGlobalScope
/** Set by app/sw.js/route.ts, another one for each build. */
declare const skylarkBuild: string

const shellCache = `skylark-shell-${skylarkBuild}`
let isOffline = false

self.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('skylark-shell-') && name !== shellCache)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

self.addEventListener('message', (event) => {
  const message = event.data as { readonly type?: string; readonly count?: number }
  if (message.type === 'keep') event.waitUntil(keep(message.count ?? 0, shellCache).catch(() => undefined))
  if (message.type === 'status') event.waitUntil(tell())
})

self.addEventListener('sync', (event) => {
  ;(event as ExtendableEvent).waitUntil(sendActs())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  if (request.mode === 'navigate') return event.respondWith(answerPage(request))
  const isAsset = /^\/(_next\/static|fonts)\//.test(url.pathname)
  if (isAsset && request.method === 'GET') return event.respondWith(answerAsset(request))
  const { pathname } = url
  const isList = pathname === '/api/v1/postings' || /^\/api\/v1\/postings\/\d+$/.test(pathname)
  const isKept = isList || copiedPaths.includes(pathname) || pathname === '/api/v1/images'
  if (request.method === 'GET' && isKept) event.respondWith(answerRead(event, url))
  else if (canWait(request.method, pathname)) event.respondWith(answerAct(event, pathname))
})

async function answerPage(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null)
  if (answer !== null && answer.status < 500) {
    // Whoever is signed in never gets this page: nobody is any more.
    if (answer.ok && new URL(request.url).pathname === '/sign-in') await forgetPostings()
    await setOffline(false)
    return answer
  }
  const shell = await (await openKept())?.match(shellKey)
  if (shell === undefined) return answer ?? Response.error()
  await setOffline(true)
  return new URL(request.url).pathname === '/' ? shell : Response.redirect('/', 302)
}

async function answerAsset(request: Request): Promise<Response> {
  const cache = await caches.open(shellCache)
  const found = await cache.match(request.url)
  if (found !== undefined) return found
  const answer = await fetch(request)
  if (answer.ok && answer.status === 200) await cache.put(request.url, answer.clone())
  return answer
}

async function answerRead(event: FetchEvent, url: URL): Promise<Response> {
  if (await hasActs()) await sendActs() // what is read next holds them already
  const answer = await fetch(event.request).catch(() => null)
  if (answer === null || (answer.status >= 502 && answer.status <= 504)) {
    const kept = await answerFromKept(url)
    if (kept !== null) await setOffline(true)
    return kept ?? answer ?? Response.error()
  }
  await setOffline(false)
  if (answer.status === 401) await forgetPostings()
  if (answer.ok && copiedPaths.includes(url.pathname)) event.waitUntil(keepCopy(url.pathname, answer.clone()))
  return answer
}

async function keepCopy(path: string, answer: Response): Promise<void> {
  await (await openKept())?.put(path, answer)
}

async function answerAct(event: FetchEvent, path: string): Promise<Response> {
  const { method } = event.request
  const body = await event.request.clone().text()
  const isNext = !(await hasActs()) || (await sendActs())
  const answer = isNext ? await fetch(event.request).catch(() => null) : null
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

/** What the server took is true of what is kept, too. */
async function noteAct(path: string, body: string): Promise<void> {
  const fields = fieldsOf(JSON.parse(body) as Record<string, unknown>, Date.now())
  await inTurn(async () => {
    const cache = await openKept()
    if (cache !== null) await changeKept(cache, { isMeant: ({ id }) => path.endsWith(`/${id}`), fields })
  })
}

/** After the end of a session. Acts that were not sent wait for their owner to sign in again. */
async function forgetPostings(): Promise<void> {
  if (!(await hasActs())) return forget()
  const cache = await openKept()
  for (const request of (await cache?.keys()) ?? []) {
    if (!new URL(request.url).pathname.startsWith('/__acts/')) await cache?.delete(request)
  }
}

async function setOffline(next: boolean): Promise<void> {
  if (isOffline === next) return
  isOffline = next
  await tell()
}

/** Tells the open pages whether what they show comes from here. */
async function tell(): Promise<void> {
  const message = { type: 'offline', isOffline, count: await countKept() }
  for (const client of await self.clients.matchAll()) client.postMessage(message)
}
