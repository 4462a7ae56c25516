import type { MarkReadRequest } from '#lib/api/mark-read.ts'
import type { PostingItem } from '#lib/api/postings.ts'
import { inTurn, jsonAnswer, openKept, readJson, readKept, writeJson } from './kept.ts'
import { changeKept, fieldsOf, keptSources } from './local-state.ts'
import { isMarkedBy } from './marked-postings.ts'

/** What a reader did while the server was out of reach, to be sent in order. */
type Act = {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly at: number
  readonly owner: string
  /** The postings as they were, for its undo. */
  readonly before: readonly PostingItem[]
}

const actsPath = '/__acts/'
const undoPath = '/api/v1/postings/mark-read/undo'
/** The server takes no older ones: see lib/api/late-act.ts. */
const longestMs = 30 * 86_400_000

/** Changes of postings can wait; everything else needs the server. */
export function canWait(method: string, path: string): boolean {
  if (method === 'PATCH') return /^\/api\/v1\/postings\/\d+$/.test(path)
  return method === 'POST' && /^\/api\/v1\/postings\/(state|mark-read|mark-read\/undo)$/.test(path)
}

async function listActs(cache: Cache): Promise<string[]> {
  const requests = await cache.keys()
  return requests
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => path.startsWith(actsPath))
    .toSorted()
}

/** Whether acts wait to be sent. */
export async function hasActs(): Promise<boolean> {
  const cache = await openKept()
  return cache !== null && (await listActs(cache)).length > 0
}

let lastAct = 0

/** Keeps an act for later, shows it in what is kept, and answers as the server would. Null: nothing is kept here. */
export function queueAct(method: string, path: string, body: string): Promise<Response | null> {
  return inTurn(async () => {
    const cache = await openKept()
    const kept = cache === null ? null : await readKept(cache)
    if (cache === null || kept === null) return null
    if (path === undoPath) return undoAct(cache, body)
    const at = Math.max(Date.now(), lastAct + 1)
    lastAct = at
    const change = JSON.parse(body) as Record<string, unknown>
    const isMeant = await meantBy(cache, path, change)
    const fields = path.endsWith('/mark-read') ? { isRead: true } : fieldsOf(withoutIds(change), at)
    const before = await changeKept(cache, { isMeant, fields })
    const key = `${actsPath}${String(at).padStart(16, '0')}`
    await writeJson(cache, key, { method, path, body, at, owner: kept.userId, before } satisfies Act)
    if (path.endsWith('/mark-read')) return jsonAnswer({ marked: before.length, undoToken: `offline ${key}` })
    if (path.endsWith('/state')) return jsonAnswer({ changed: before.length })
    return jsonAnswer({ ...before[0], id: path.split('/').at(-1), ...fields })
  })
}

function withoutIds({ ids: _ids, ...change }: Record<string, unknown>): Record<string, unknown> {
  return change
}

/** Which kept postings an act means. What was not kept was not shown: no mark covers it. */
async function meantBy(cache: Cache, path: string, change: Record<string, unknown>) {
  if (path.endsWith('/state')) return ({ id }: PostingItem) => (change['ids'] as string[]).includes(id)
  if (!path.endsWith('/mark-read')) return ({ id }: PostingItem) => path.endsWith(`/${id}`)
  const kept = await readKept(cache)
  // Our own page wrote it, in the shape of this type; the server checks it when it is sent.
  return isMarkedBy(change as MarkReadRequest, kept?.postings ?? [], await keptSources(cache))
}

/** Takes a mark-read back that was not sent yet; one that was is queued like any other act. */
async function undoAct(cache: Cache, body: string): Promise<Response | null> {
  const { undoToken } = JSON.parse(body) as { undoToken: string }
  const key = undoToken.startsWith('offline ') ? undoToken.slice('offline '.length) : ''
  const act = await readJson<Act>(cache, key)
  if (act === null) return null
  await cache.delete(key)
  const ids = new Set(act.before.map(({ id }) => id))
  await changeKept(cache, { isMeant: ({ id }) => ids.has(id), fields: { isRead: false } })
  return jsonAnswer({ restored: ids.size })
}

let sending: Promise<boolean> | null = null

/** Sends the waiting acts in order. @returns true when none is left */
export function sendActs(): Promise<boolean> {
  sending ??= sendAll().finally(() => (sending = null))
  return sending
}

async function sendAll(): Promise<boolean> {
  const cache = await openKept()
  if (cache === null) return true
  const keys = await listActs(cache)
  if (keys.length === 0) return true
  const me = await fetch('/api/v1/me').catch(() => null)
  if (me?.ok !== true) return false
  const { id } = (await me.json()) as { id: string }
  for (const key of keys) {
    const act = await readJson<Act>(cache, key)
    if (act !== null && act.owner === id && !(await isSettled(act))) return false
    await cache.delete(key)
  }
  return true
}

/** True when the server took the act, or will never take it. */
async function isSettled({ method, path, body, at }: Act): Promise<boolean> {
  const ago = Math.max(1, Math.min(Date.now() - at, longestMs))
  const headers = { 'content-type': 'application/json', 'x-acted-ago-ms': String(ago) }
  const answer = await fetch(path, { method, body, headers }).catch(() => null)
  if (answer === null || answer.status >= 500) return false
  return answer.status !== 401 && answer.status !== 429
}
