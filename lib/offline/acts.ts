import type { MarkReadRequest } from '#lib/api/lists/mark-read.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { actedAgoHeader, longestAgoMs } from '#lib/api/http/late-act.ts'
import { inTurn, jsonAnswer, openKept, readJson, readKept, writeJson } from './kept.ts'
import { changeKept, fieldsOf, keptFolders, keptSources } from './local-state.ts'
import { isMarkedBy } from './marked-postings.ts'
import { keepSentUndo, readSentUndo } from './sent-undos.ts'

/** An act of a reader while the server was out of reach, to be sent in order. */
type Act = {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly at: number
  readonly owner: string
  /** The postings that it changed, for its undo. No more of them: acts outlast the session of their owner. */
  readonly changedIds: readonly string[]
}

/**
 * The acts that wait to be sent, of all accounts of this browser, apart from what is kept of the one that is signed in: acts wait
 * for their owner to sign in again. Their keys are /__acts/OWNER/TIME.
 */
const actsCache = 'skylark-acts'
const actsPath = '/__acts/'
const markPath = '/api/v1/postings/mark-read'
const undoPath = `${markPath}/undo`
/** Fields that these acts change in a posting and do not name. */
const readFields: Readonly<Record<string, { readonly isRead: boolean }>> = {
  [markPath]: { isRead: true },
  [undoPath]: { isRead: false },
}
/** The beginning of the undo token of an act that waits here; its key follows. */
const ownToken = 'offline '

/** Changes of postings can wait; everything else needs the server. */
export function canWait(method: string, path: string): boolean {
  if (method === 'PATCH') return /^\/api\/v1\/postings\/\d+$/.test(path)
  return method === 'POST' && /^\/api\/v1\/postings\/(state|mark-read|mark-read\/undo)$/.test(path)
}

async function listActs(cache: Cache): Promise<string[]> {
  const requests = await cache.keys()
  return requests.map(({ url }) => new URL(url).pathname).toSorted()
}

const ownerOf = (key: string) => key.split('/')[2] ?? ''

/** Whose acts wait although somebody else is signed in, as far as known: nobody asks again with each request. */
const absent = new Set<string>()

/** Says that somebody else may be signed in now. */
export function expectAnybody(): void {
  absent.clear()
}

/** Whether acts wait that may be sent now. */
export async function hasActs(): Promise<boolean> {
  if (!(await caches.has(actsCache))) return false
  const keys = await listActs(await caches.open(actsCache))
  return keys.some((key) => !absent.has(ownerOf(key)))
}

let lastAct = 0

/** Keeps an act for later, shows it in what is kept, and answers as the server would. Null: nothing is kept here. */
export function queueAct(method: string, path: string, body: string): Promise<Response | null> {
  return inTurn(async () => {
    const cache = await openKept()
    const kept = cache === null ? null : await readKept(cache)
    if (cache === null || kept === null) return null
    const acts = await caches.open(actsCache)
    const undone = path === undoPath ? await undoWaiting(cache, acts, tokenIn(body)) : null
    if (undone !== null) return undone
    const sent = await bodyToSend(path, body)
    if (path === undoPath && tokenIn(sent).startsWith(ownToken)) return null // not to be undone any more
    const at = Math.max(Date.now(), lastAct + 1)
    lastAct = at
    const change = JSON.parse(body) as Record<string, unknown>
    const isMeant = await meantBy(cache, path, change)
    const fields = readFields[path] ?? fieldsOf(withoutIds(change), at)
    const before = await changeKept(cache, { isMeant, fields })
    const key = `${actsPath}${kept.userId}/${String(at).padStart(16, '0')}`
    const changedIds = before.map(({ id }) => id)
    await writeJson(acts, key, { method, path, body: sent, at, owner: kept.userId, changedIds } satisfies Act)
    if (path === markPath) return jsonAnswer({ marked: before.length, undoToken: `${ownToken}${key}` })
    if (path === undoPath) return jsonAnswer({ restored: before.length })
    if (path.endsWith('/state')) return jsonAnswer({ changed: before.length })
    return jsonAnswer({ ...before[0], id: path.split('/').at(-1), ...fields })
  })
}

const tokenIn = (body: string) => (JSON.parse(body) as { readonly undoToken: string }).undoToken

/** The body to send for a request: the undo of an act that waited here and was sent since names it as the server does. */
export async function bodyToSend(path: string, body: string): Promise<string> {
  const sent = path === undoPath ? await readSentUndo(tokenIn(body)) : null
  return sent === null ? body : JSON.stringify({ undoToken: sent.undoToken })
}

function withoutIds({ ids: _ids, ...change }: Record<string, unknown>): Record<string, unknown> {
  return change
}

/** The kept postings that an act means. One that was not kept was not shown: no mark covers it. */
async function meantBy(cache: Cache, path: string, change: Record<string, unknown>) {
  if (path.endsWith('/state')) return ({ id }: PostingItem) => (change['ids'] as string[]).includes(id)
  if (path === undoPath) {
    // What a token of the server's means is known to the server alone.
    const ids = (await readSentUndo(change['undoToken'] as string))?.ids ?? []
    return ({ id }: PostingItem) => ids.includes(id)
  }
  if (path !== markPath) return ({ id }: PostingItem) => path.endsWith(`/${id}`)
  const kept = await readKept(cache)
  // Our own page wrote it, in the shape of this type; the server checks it when it is sent.
  const known = [await keptSources(cache), await keptFolders(cache)] as const
  return isMarkedBy(change as MarkReadRequest, kept?.postings ?? [], ...known, kept?.places ?? {})
}

/** Takes a mark-read back that was not sent yet; null where none such waits. */
async function undoWaiting(cache: Cache, acts: Cache, token: string): Promise<Response | null> {
  const key = token.startsWith(ownToken) ? token.slice(ownToken.length) : ''
  const act = await readJson<Act>(acts, key)
  if (act === null) return null
  await acts.delete(key)
  const ids = new Set(act.changedIds)
  await changeKept(cache, { isMeant: ({ id }) => ids.has(id), fields: { isRead: false } })
  return jsonAnswer({ restored: ids.size })
}

let sending: Promise<boolean> | null = null

/** Sends the waiting acts of whoever is signed in, in order. @returns true when none of them is left */
export function sendActs(): Promise<boolean> {
  sending ??= sendAll().finally(() => (sending = null))
  return sending
}

async function sendAll(): Promise<boolean> {
  if (!(await hasActs())) return true
  const cache = await caches.open(actsCache)
  const me = await fetch('/api/v1/me').catch(() => null)
  if (me?.ok !== true) return false
  const { id } = (await me.json()) as { id: string }
  for (const key of await listActs(cache)) {
    if (ownerOf(key) === id) {
      const act = await readJson<Act>(cache, key)
      if (act !== null && !(await isSettled(act, key))) return false
      await cache.delete(key)
    } else await leaveWaiting(cache, key)
  }
  return true
}

/** Acts of another account stay for as long as the server would take them. */
async function leaveWaiting(cache: Cache, key: string): Promise<void> {
  if (Date.now() - Number(key.split('/')[3]) > longestAgoMs) await cache.delete(key)
  else absent.add(ownerOf(key))
}

/** True when the server took the act, or will never take it. */
async function isSettled({ method, path, body, at, changedIds }: Act, key: string): Promise<boolean> {
  const ago = Math.max(1, Math.min(Date.now() - at, longestAgoMs))
  const headers = { 'content-type': 'application/json', [actedAgoHeader]: String(ago) }
  const answer = await fetch(path, { method, body, headers }).catch(() => null)
  if (answer === null || answer.status >= 500) return false
  if (answer.ok && path === markPath) {
    const { undoToken } = (await answer.json()) as { readonly undoToken: string }
    await keepSentUndo(`${ownToken}${key}`, { undoToken, ids: changedIds, sentAt: Date.now() })
  }
  return answer.status !== 401 && answer.status !== 429
}
