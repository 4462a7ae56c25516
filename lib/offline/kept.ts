import type { SourcePlace } from '#lib/api/postings/offline.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'

/**
 * All that is kept of one account, in one cache, so that one deletion forgets it (lib/queries/requests/signed-out.ts does).
 * Whoever holds the cache open while it is deleted writes into nothing.
 */
export const userCache = 'skylark-user'

/** The postings that are kept, newest first. */
export type KeptPostings = {
  readonly userId: string
  /** Highest posting id when they were read. */
  readonly asOfId: string
  /** The server's time then, ISO 8601. */
  readonly readAt: string
  readonly postings: readonly PostingItem[]
  /** Of their sources, by id; missing in what an older version kept. */
  readonly places?: Readonly<Record<string, SourcePlace>>
  /** Postings that changed and whose texts have not come yet; missing in what an older version kept. */
  readonly outdated?: readonly string[]
  /** This device's time then, how many were asked for, and for which build: no sooner than need be again. */
  readonly keptAt: number
  readonly count: number
  readonly shellCache: string
}

const keptKey = '/__kept/postings'
export const shellKey = '/__kept/shell'

/** The cache of the account that is kept; null when none is. */
export async function openKept(): Promise<Cache | null> {
  return (await caches.has(userCache)) ? caches.open(userCache) : null
}

export async function forget(): Promise<void> {
  await caches.delete(userCache)
}

export async function readJson<T>(cache: Cache, key: string): Promise<T | null> {
  const found = await cache.match(key)
  return found === undefined ? null : ((await found.json()) as T)
}

export async function writeJson(cache: Cache, key: string, value: unknown): Promise<void> {
  await cache.put(key, jsonAnswer(value))
}

/** An answer as our API gives it. */
export function jsonAnswer(value: unknown): Response {
  return new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })
}

export async function readKept(cache: Cache): Promise<KeptPostings | null> {
  return readJson<KeptPostings>(cache, keptKey)
}

export async function writeKept(cache: Cache, kept: KeptPostings): Promise<void> {
  await writeJson(cache, keptKey, kept)
}

let lastChange: Promise<unknown> = Promise.resolve()

/** One change of what is kept after the other, so that none undoes another. */
export function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const turn = lastChange.then(change, change)
  lastChange = turn
  return turn
}
