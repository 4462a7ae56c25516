import type { OfflinePostings } from '#lib/api/postings/offline.ts'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { hasActs, sendActs } from './acts.ts'
import { keepShell } from './keep-shell.ts'
import {
  forget,
  inTurn,
  openKept,
  readKept,
  userCache,
  writeJson,
  writeKept,
  type KeptPostings,
} from './kept.ts'

/** Answers that are kept as they were when the server last gave them: what the pages ask for beside lists. */
export const copiedPaths = [
  '/api/v1/me',
  '/api/v1/counts',
  '/api/v1/subscriptions',
  '/api/v1/folders',
  '/api/v1/labels',
  '/api/v1/views',
  '/api/v1/organising',
  '/api/v1/me/settings',
  '/api/v1/list-settings',
  '/api/v1/reading-settings',
  '/api/v1/postings/day',
]
const mostImagesEach = 8
/** Every page asks when it opens and when it is left; the server gives all of it at most so often. */
const leastBetweenMs = 5 * 60_000

let keeping: Promise<void> = Promise.resolve()

/**
 * Keeps the page to read in, then the newest `count` postings with texts and images, unless that was done a moment
 * ago; 0 forgets everything. One after the other: two at once would write into one cache.
 */
export function keep(count: number, shellCache: string): Promise<void> {
  const run = () => keepNow(count, shellCache)
  keeping = keeping.then(run, run)
  return keeping
}

async function keepNow(count: number, shellCache: string): Promise<void> {
  if (count === 0) return forget()
  if ((await hasActs()) && !(await sendActs())) return
  const before = await openKept()
  const known = before === null ? null : await readKept(before)
  if (known !== null && isRecent(known, count, shellCache)) return
  // A page that is left by signing out asks, too: for nobody there is no cache.
  const owner = known?.userId ?? (await askWho())
  if (owner === null) return forget()
  if (owner === undefined) return
  // Opened before anything is asked: signing out deletes it, and what arrives later is written into nothing.
  const cache = await caches.open(userCache)
  // First of all: without it nothing opens, and what it opens later has no other way to come.
  await keepShell(cache, shellCache)
  const got = await keepPostings(cache, known, { owner, count, shellCache })
  if (got === 'nobody') return forget()
  if (got === 'somebody else') {
    await forget() // signed in on this device since, and whose page it is is not known
    return known === null ? undefined : keepNow(count, shellCache)
  }
  if (got.kept === null) return
  await Promise.all(copiedPaths.map((path) => copy(cache, path)))
  for (const [id, addresses] of got.images) await keepImages(cache, id, addresses)
  await dropOld(cache, new Set(got.kept.postings.map(({ id }) => id)))
  await forgetUnless(owner)
}

type Keeping = { readonly owner: string; readonly count: number; readonly shellCache: string }
/** `kept`: null where the server gave nothing; `images`: of the texts that came, by their postings' ids. */
type Got = { readonly kept: KeptPostings | null; readonly images: ReadonlyMap<string, readonly string[]> }

/** Keeps the postings with their texts; those that do not fit into one answer at once, too: the network may be going just now. */
async function keepPostings(
  cache: Cache,
  known: KeptPostings | null,
  { owner, count, shellCache }: Keeping,
): Promise<Got | 'nobody' | 'somebody else'> {
  const images = new Map<string, readonly string[]>()
  let kept: KeptPostings | null = null
  for (let isMore = true; isMore;) {
    const last = kept ?? known
    const answer = await ask(count, last, await heldTexts(cache, last?.outdated))
    if (answer.status === 401) return 'nobody'
    if (!answer.ok) break
    const { texts, hasMore, ...fresh } = (await answer.json()) as OfflinePostings
    if (owner !== fresh.userId) return 'somebody else'
    isMore = hasMore && texts.some(({ id }) => !images.has(id))
    for (const text of texts) {
      await writeJson(cache, textKey(text.id), text)
      images.set(text.id, imagesOf(text))
    }
    const outdated = stillOutdated(last?.outdated ?? [], { ...fresh, texts })
    const told: KeptPostings = { ...fresh, outdated, keptAt: Date.now(), count, shellCache }
    await inTurn(() => writeKept(cache, told))
    kept = told
  }
  return { kept, images }
}

type Named = readonly { readonly id: string }[]

/** The kept postings that changed without their texts having come: those of before, and those that an answer names. */
export function stillOutdated(
  before: readonly string[],
  {
    postings,
    texts,
    outdated,
  }: { readonly postings: Named; readonly texts: Named; readonly outdated: readonly string[] },
): readonly string[] {
  const waiting = new Set([...before, ...outdated])
  for (const { id } of texts) waiting.delete(id)
  return postings.flatMap(({ id }) => (waiting.has(id) ? [id] : []))
}

function ask(count: number, known: KeptPostings | null, held: readonly string[]): Promise<Response> {
  const named = { userId: known?.userId, since: known?.readAt, held }
  return fetch('/api/v1/offline', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ count, known: known === null ? undefined : named }),
  })
}

/** Ids of the postings whose texts are there as they are now: as many as an answer brings, and those that it is about to drop. */
async function heldTexts(cache: Cache, outdated: readonly string[] = []): Promise<string[]> {
  const requests = await cache.keys()
  const ids = requests.flatMap(({ url }) => textPath.exec(new URL(url).pathname)?.[1] ?? [])
  return ids.filter((id) => !outdated.includes(id)).slice(0, 2_000)
}

function isRecent(known: KeptPostings, count: number, shellCache: string): boolean {
  const agoMs = Date.now() - known.keptAt
  return known.count === count && known.shellCache === shellCache && agoMs >= 0 && agoMs < leastBetweenMs
}

/** Whoever is signed in may have changed while all this was fetched, which then is of two accounts. */
async function forgetUnless(userId: string): Promise<void> {
  const now = await askWho()
  // Without an answer it stays: the network may be going just now, when this is needed.
  if (now !== undefined && now !== userId) await forget()
}

/** The account that is signed in; null: none; undefined: the server did not say. */
async function askWho(): Promise<string | null | undefined> {
  const me = await fetch('/api/v1/me').catch(() => null)
  if (me?.status === 401) return null
  return me?.ok === true ? ((await me.json()) as { readonly id: string }).id : undefined
}

const textKey = (id: string) => `/api/v1/postings/${id}`
const textPath = /^\/api\/v1\/postings\/(\d+)$/

async function copy(cache: Cache, path: string): Promise<void> {
  const answer = await fetch(path)
  if (answer.ok) await cache.put(path, answer)
}

/** Images of our own address only: what others serve would tell them what is read, and when. */
function imagesOf({ html, fullText, imageUrl }: PostingDetail): readonly string[] {
  const whole = fullText?.kind === 'text' ? fullText.html : '' // first: it says what the feed's does
  const named = [imageUrl ?? '', whole, html].flatMap((text) => [
    ...text.matchAll(/(?:src="|^)(\/api\/v1\/images[^"\s]*)/g),
  ])
  return [...new Set(named.map(([, path = '']) => path.replaceAll('&amp;', '&')))]
}

async function keepImages(cache: Cache, id: string, addresses: readonly string[]): Promise<void> {
  for (const address of addresses.slice(0, mostImagesEach)) {
    const image = await fetch(address).catch(() => null)
    if (image?.ok === true) await cache.put(address, image)
  }
  await writeJson(cache, `/__kept/images/${id}`, addresses)
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
