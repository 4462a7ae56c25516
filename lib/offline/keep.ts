import type { OfflinePostings } from '#lib/api/offline.ts'
import { hasActs, sendActs } from './acts.ts'
import {
  forget,
  inTurn,
  openKept,
  readJson,
  readKept,
  shellKey,
  userCache,
  writeJson,
  writeKept,
} from './kept.ts'

/** Answers that are kept as they were when the server last gave them. */
export const copiedPaths = [
  '/api/v1/me',
  '/api/v1/counts',
  '/api/v1/subscriptions',
  '/api/v1/folders',
  '/api/v1/labels',
  '/api/v1/views',
  '/api/v1/settings',
  '/api/v1/postings/day',
]
const startPaths = [
  '/api/v1/me',
  '/api/v1/counts',
  '/api/v1/subscriptions',
  '/api/v1/folders',
  '/api/v1/postings/day',
]
const mostImagesEach = 8

/** Keeps the newest `count` postings with texts and images, and the page to read them in; 0 forgets everything. */
export async function keep(count: number, shellCache: string): Promise<void> {
  if (count === 0) return forget()
  if ((await hasActs()) && !(await sendActs())) return
  const before = await openKept()
  const known = before === null ? null : await readKept(before)
  const since =
    known !== null && known.postings.length >= count ? `&since=${encodeURIComponent(known.readAt)}` : ''
  const answer = await fetch(`/api/v1/offline?count=${count}${since}`)
  if (answer.status === 401) return forget()
  if (!answer.ok) return
  const fresh = (await answer.json()) as OfflinePostings
  if (known !== null && known.userId !== fresh.userId) await forget() // somebody else signed in on this device
  const cache = await caches.open(userCache)
  for (const text of fresh.texts) await writeJson(cache, textKey(text.id), text)
  const { userId, asOfId, readAt, postings } = fresh
  await inTurn(() => writeKept(cache, { userId, asOfId, readAt, postings }))
  await Promise.all(startPaths.map((path) => copy(cache, path)))
  await keepShell(cache, shellCache)
  for (const text of fresh.texts) await keepImages(cache, text.id, [text.html, text.imageUrl ?? ''])
  await dropOld(cache, new Set(postings.map(({ id }) => id)))
}

const textKey = (id: string) => `/api/v1/postings/${id}`

async function copy(cache: Cache, path: string): Promise<void> {
  const answer = await fetch(path)
  if (answer.ok) await cache.put(path, answer)
}

/** The reading page without its lists, and all that it may load. */
async function keepShell(cache: Cache, shellCache: string): Promise<void> {
  const page = await fetch('/', { headers: { accept: 'text/html' } })
  if (!page.ok || page.redirected) return
  const html = await page.clone().text()
  const named = assetsIn(html)
  const assets = await caches.open(shellCache)
  const known = await readJson<string[]>(assets, assetsKey)
  if (known === null || named.some((path) => !known.includes(path))) await keepAssets(assets, named)
  await cache.put(shellKey, page)
}

const assetsKey = '/__kept/assets'
const mostAssets = 400

/** Scripts name the scripts that they load later: all of them are followed, for what is opened offline first. */
async function keepAssets(assets: Cache, named: readonly string[]): Promise<void> {
  const found = new Set(named)
  for (const path of found) {
    const asset = (await assets.match(path)) ?? (await fetch(path))
    if (!asset.ok) continue
    await assets.put(path, asset.clone())
    if (!path.endsWith('.js') || found.size > mostAssets) continue
    for (const next of assetsIn(await asset.text())) found.add(next)
  }
  await writeJson(assets, assetsKey, [...found])
}

/** Addresses of scripts, styles and fonts in a page or script. */
function assetsIn(text: string): string[] {
  const names = text.matchAll(/\bstatic\/(?:chunks|css|media)\/[\w.~/-]+\.(?:js|css|woff2)/g)
  return [...new Set([...names].map(([name]) => `/_next/${name}`))]
}

/** Images of our own address only: what others serve would tell them what is read, and when. */
async function keepImages(cache: Cache, id: string, texts: readonly string[]): Promise<void> {
  const named = texts.flatMap((text) => [...text.matchAll(/(?:src="|^)(\/api\/v1\/images[^"\s]*)/g)])
  for (const [, path = ''] of named.slice(0, mostImagesEach)) {
    const address = path.replaceAll('&amp;', '&')
    const image = await fetch(address).catch(() => null)
    if (image?.ok === true) await cache.put(address, image)
  }
  await writeJson(
    cache,
    `/__kept/images/${id}`,
    named.map(([, path = '']) => path.replaceAll('&amp;', '&')),
  )
}

async function dropOld(cache: Cache, ids: ReadonlySet<string>): Promise<void> {
  const needed = new Set<string>()
  for (const id of ids) {
    const listed = await cache.match(`/__kept/images/${id}`)
    for (const address of listed === undefined ? [] : ((await listed.json()) as string[])) needed.add(address)
  }
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    const id = /^\/(?:api\/v1\/postings|__kept\/images)\/(\d+)$/.exec(pathname)?.[1]
    const isOldImage = pathname === '/api/v1/images' && !needed.has(`${pathname}${search}`)
    if (isOldImage || (id !== undefined && !ids.has(id))) await cache.delete(request)
  }
}
