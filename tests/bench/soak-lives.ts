import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { createVisitor, type Visitor } from './soak-visitor.ts'

const restMs = 150
/** The rounds that a life holds. */
const rounds = 8
const subscribedTo = 3
const imported = 15
/** Streams of events are left after so long. */
const longestStreamMs = 1_500

export type Lived = {
  lives: number
  requests: number
  streams: number
  /** The first few answers that were none or should not have been. */
  readonly problems: string[]
  failed: number
}

/**
 * Readers who come one after the other until `signal` aborts: each signs up, subscribes, imports a list, reads, searches, is told by
 * streams that it opens and leaves, signs out and in again, and deletes the account. `urls`: what they may subscribe to.
 */
export async function liveOn(
  appUrl: string,
  urls: readonly string[],
  seed: number,
  lived: Lived,
  signal: AbortSignal,
): Promise<void> {
  const random = seededRandom(seed)
  for (let life = 0; !signal.aborted; life++) {
    const visitor = createVisitor(appUrl, `reader-${seed}-${life}@example.org`, lived, random)
    if (!(await visitor.signUp())) continue
    await arrive(visitor, urls, random)
    const streams = listen(visitor, random, lived)
    for (let round = 0; round < rounds && !signal.aborted; round++) await readRound(visitor, random, life)
    await Promise.all(streams)
    await visitor.signOut()
    await visitor.signIn()
    await visitor.ask('DELETE', '/api/v1/me', { password: visitor.password })
    lived.lives += 1
  }
}

async function arrive(visitor: Visitor, urls: readonly string[], random: () => number): Promise<void> {
  const draw = () => urls[Math.floor(random() * urls.length)] ?? ''
  for (let count = 0; count < subscribedTo; count++)
    await visitor.ask('POST', '/api/v1/subscriptions', { url: draw() })
  const outlines = Array.from({ length: imported }, () => `<outline type="rss" text="a" xmlUrl="${draw()}"/>`)
  const opml = `<opml version="2.0"><body><outline text="Folder">${outlines.join('')}</outline></body></opml>`
  await visitor.ask('POST', '/api/v1/opml', opml)
}

/** Some at a time, each left after a while, some of them before anything came. */
function listen(visitor: Visitor, random: () => number, lived: Lived): Promise<void>[] {
  return Array.from({ length: rounds }, async () => {
    await sleep(restMs * rounds * 4 * random())
    if (await visitor.listen(longestStreamMs * random())) lived.streams += 1
  })
}

async function readRound(visitor: Visitor, random: () => number, life: number): Promise<void> {
  const pages = ['/', '/sources', '/freshness', '/settings', '/discover']
  await visitor.ask('GET', pages[Math.floor(random() * pages.length)] ?? '/')
  const list = await visitor.ask('GET', '/api/v1/postings?limit=20')
  const { postings = [] } = (list ?? {}) as { readonly postings?: readonly { readonly id: string }[] }
  const id = postings[Math.floor(random() * postings.length)]?.id
  if (id !== undefined) await readOne(visitor, id)
  await visitor.ask('GET', `/api/v1/postings?query=${['bacedi', 'foguha', 'lo*'][life % 3]}`)
  await visitor.ask('GET', '/api/v1/counts')
  const label = await visitor.ask('POST', '/api/v1/labels', { name: `label ${random()}` })
  const { id: labelId } = (label ?? {}) as { readonly id?: number }
  if (id !== undefined && labelId !== undefined)
    await visitor.ask('POST', `/api/v1/labels/${labelId}/assign`, { postingIds: [id], isOn: true })
  await visitor.ask('GET', '/api/v1/subscriptions')
  await sleep(restMs)
}

async function readOne(visitor: Visitor, id: string): Promise<void> {
  const posting = await visitor.ask('GET', `/api/v1/postings/${id}`)
  await visitor.ask('PATCH', `/api/v1/postings/${id}`, { isRead: true, isStarred: true })
  await visitor.ask('POST', '/api/v1/postings/state', { ids: [id], isStarred: false })
  const picture = /\/api\/v1\/images\?[^"\\ ]+/.exec(JSON.stringify(posting ?? null))?.[0]
  if (picture !== undefined) await visitor.ask('GET', picture.replaceAll('&amp;', '&'))
}
