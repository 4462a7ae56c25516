import { setTimeout as sleep } from 'node:timers/promises'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { importPostings } from '#lib/store/moving/import-postings.ts'
import { createLabel } from '#lib/store/organising/labels.ts'
import { failureOf } from './chaos-web.ts'
import { addReader } from '#tests/support/world/reading.ts'

const restMs = 100
const retryMs = 250
const patienceMs = 30_000
/** On a slow machine a killed server is hardly there between two kills: readers go on until so much was done, for so long at most. */
const leastDone = 20
const longestExtraMs = 180_000

/** A reader who acts over HTTP, and remembers what was answered. */
export type ChaosReader = {
  readonly id: string
  readonly token: string
  readonly labelId: number
  /** Subscribed to from the beginning to the end; and those that are subscribed to and left again. */
  readonly keptIds: readonly number[]
  readonly others: readonly { readonly id: number; readonly url: string }[]
}

export type Acted = {
  /** Acts by how they were answered; `internal`: with 500, which nothing that is done to the database is a reason for. */
  readonly counts: Record<'done' | 'refused' | 'unanswered' | 'internal', number>
  /** The states that the answers allow of each thing that a reader may have done: that it is stored, that it is not, or either. */
  readonly allowed: ReadonlyMap<string, ReadonlySet<boolean>>
}

export async function addChaosReader(
  database: Database,
  name: string,
  sources: readonly { readonly id: number; readonly url: string }[],
): Promise<ChaosReader> {
  const id = await addReader(database, name)
  const { token } = await createToken(database, id, 'chaos')
  const label = await createLabel(database, id, 'mine')
  if (typeof label === 'string') throw new Error(label)
  const kept = sources.slice(0, -2)
  const others = sources.slice(-2)
  const data = kept.map((source) => ({ sourceId: source.id, subscriberId: id }))
  await database.subscription.createMany({ data })
  const [first] = kept
  if (first !== undefined) await archive(database, id, articleAt(first.url))
  return { id, token, labelId: label.id, keptIds: kept.map((source) => source.id), others }
}

const archivedTitle = 'An article of long ago'
const archivedText = '<p>The whole text, no longer on the web.</p>'

/** The article at whose address a feed has another one while readers read. */
export function articleAt(feedUrl: string): string {
  return new URL('/article', feedUrl).href
}

/** Brings a star from another reader, which nothing that a feed has may change. */
async function archive(database: Database, id: string, url: string): Promise<void> {
  const [now, none] = [Date.now(), null]
  const text = { title: archivedTitle, html: archivedText, excerpt: '', url, guid: none, author: none }
  const times = { claimedAt: none, publishedAt: none, foundAt: now, notBeforeAt: none, shownAt: now }
  const more = { key: 'archived', contentHash: 'archived', imageUrl: none, enclosures: [], isInitial: true }
  const posting = { ...text, ...times, ...more }
  const of = { key: posting.key, urls: [url], feedUrl: none, feedTitle: none, siteUrl: none, posting }
  const did = { starredAt: now, laterAt: none, labels: [], isRead: false, note: '', highlights: [] }
  await importPostings(database, id, [{ ...of, ...did }], now)
}

/** One act after the other until `untilAt` or a little longer, each asked for again until there is an answer that says yes or no. */
export async function readUntil(
  origin: string,
  reader: ChaosReader,
  untilAt: number,
  seed: number,
): Promise<Acted> {
  const asker = createAsker(origin, reader, untilAt)
  const random = seededRandom(seed)
  const turnAlert = createAlertTurns(asker, reader)
  const turnSubscription = createSubscriptionTurns(asker, reader, random)
  while (asker.mayGoOn()) {
    const turn = Math.floor(random() * (3 + kinds.length))
    if (turn === 0) await turnSubscription()
    else if (turn === 1) await turnAlert()
    else if (turn === 2) await askForTheImpossible(asker)
    else await actOnPosting(asker, reader, kinds[turn % kinds.length] ?? 'read', random)
    await sleep(restMs)
  }
  return asker
}

type Asker = Acted & {
  readonly mayGoOn: () => boolean
  readonly ask: (method: string, path: string, body?: unknown, key?: string) => Promise<Response | null>
  /** Asks until it is answered; whatever was done meanwhile may be stored or not. The id of what was made, where there is one. */
  readonly act: (
    thing: string,
    value: boolean,
    ...call: readonly [method: string, path: string, body?: unknown, key?: string]
  ) => Promise<number | null>
  readonly isOn: ReadonlyMap<string, boolean>
}

function createAsker(origin: string, reader: ChaosReader, untilAt: number): Asker {
  const counts = { done: 0, refused: 0, unanswered: 0, internal: 0 }
  const allowed = new Map<string, ReadonlySet<boolean>>()
  const isOn = new Map<string, boolean>()
  const mayGoOn = () => Date.now() < untilAt + (counts.done < leastDone ? longestExtraMs : 0)

  const ask: Asker['ask'] = (method, path, body, key) => {
    const own = { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' }
    const headers = key === undefined ? own : { ...own, 'idempotency-key': key }
    const signal = AbortSignal.timeout(patienceMs)
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return fetch(`${origin}/api/v1${path}`, { method, headers, signal, ...sent }).catch(() => null) // it was killed
  }

  const act: Asker['act'] = async (thing, value, ...call) => {
    const before = allowed.get(thing) ?? new Set([false])
    while (mayGoOn()) {
      const response = await ask(...call)
      const text = await response?.text().catch(() => null) // killed while it answered
      if (response?.ok === true && typeof text === 'string') {
        counts.done += 1
        allowed.set(thing, new Set([value]))
        isOn.set(thing, value)
        return text === '' ? null : ((JSON.parse(text) as { readonly id?: number }).id ?? null)
      }
      // With Retry-After (409): the first one with its key is under way.
      const isRefused = response !== null && response.status >= 400 && response.status < 500
      if (isRefused && !response.headers.has('retry-after')) {
        counts.refused += 1
        isOn.set(thing, value) // nobody goes on asking for what is refused
        return null
      }
      counts[response?.status === 500 ? 'internal' : 'unanswered'] += 1
      allowed.set(thing, new Set([...before, value]))
      await sleep(retryMs)
      // Now that the line of the log is here, too.
      if (response?.status === 500)
        console.error(`ANSWERED 500 ${call[0]} ${call[1]}: ${failureOf(text ?? '')}`)
    }
    return null
  }

  return { counts, allowed, mayGoOn, ask, act, isOn }
}

const kinds = ['read', 'star', 'label', 'note', 'mark'] as const

async function actOnPosting(
  { ask, act, isOn }: Asker,
  { keptIds, labelId }: ChaosReader,
  kind: (typeof kinds)[number],
  random: () => number,
): Promise<void> {
  const response = await ask('GET', '/postings?limit=50')
  const page = response?.ok === true ? await response.json().catch(() => null) : null
  const { postings = [] } = (page ?? {}) as {
    readonly postings?: readonly { readonly id: string; readonly sourceId: number }[]
  }
  const kept = postings.filter(({ sourceId }) => keptIds.includes(sourceId))
  const id = kept[Math.floor(random() * kept.length)]?.id
  if (id === undefined) return
  const thing = `${kind} ${id}`
  const value = kind === 'read' || kind === 'mark' || isOn.get(thing) !== true
  const calls: Record<typeof kind, readonly [method: string, path: string, body: object]> = {
    read: ['POST', '/postings/state', { ids: [id], isRead: true }],
    star: ['POST', '/postings/state', { ids: [id], isStarred: value }],
    label: ['POST', `/labels/${labelId}/assign`, { postingIds: [id], isOn: value }],
    note: ['PUT', `/postings/${id}/note`, { text: value ? 'A note' : '' }],
    mark: ['POST', `/postings/${id}/highlights`, { quote: 'Text', before: '', behind: '' }],
  }
  await act(thing, value, ...calls[kind])
}

function createSubscriptionTurns({ act, isOn }: Asker, { others }: ChaosReader, random: () => number) {
  const ids = new Map<string, number>()
  return async () => {
    const { id, url } = others[Math.floor(random() * others.length)] ?? { id: 0, url: '' }
    const thing = `source ${id}`
    const known = ids.get(thing)
    if (isOn.get(thing) === true && known !== undefined)
      return void (await act(thing, false, 'DELETE', `/subscriptions/${known}`))
    const made = await act(thing, true, 'POST', '/subscriptions', { url })
    if (made !== null) ids.set(thing, made)
  }
}

/** Alerts are made with a key: asked for again, there are not two of them. */
function createAlertTurns({ act }: Asker, { keptIds }: ChaosReader) {
  let [count, made]: [number, number | null] = [0, null]
  return async () => {
    const thing = `alert ${count}`
    if (made === null) {
      const about = { kind: 'source', sourceId: keptIds[0] }
      made = await act(thing, true, 'POST', '/alerts', { name: thing, about }, thing)
      if (made === null) count += 1
      return
    }
    await act(thing, false, 'DELETE', `/alerts/${made}`)
    made = null
    count += 1
  }
}

/** An alert about a source that nobody subscribed to. */
async function askForTheImpossible({ act, counts }: Asker): Promise<void> {
  const name = `alert refused ${counts.refused}`
  await act(name, true, 'POST', '/alerts', { name, about: { kind: 'source', sourceId: 2_000_000 } })
}

/** The stored acts of a reader that their answers do not allow: kept though refused or undone, lost though answered. */
export async function findBrokenWord(
  database: Database,
  { id, labelId }: ChaosReader,
  { allowed }: Acted,
): Promise<string[]> {
  const rows = await database.$queryRaw<{ thing: string }[]>`
    SELECT 'read ' || "postingId" AS "thing" FROM "posting_state" WHERE "subscriberId" = ${id} AND "isRead"
    UNION SELECT 'star ' || "postingId" FROM "posting_state" WHERE "subscriberId" = ${id} AND "starredAt" IS NOT NULL
    UNION SELECT 'label ' || "postingId" FROM "posting_label" WHERE "labelId" = ${labelId}
    UNION SELECT 'note ' || "postingId" FROM "posting_note" WHERE "subscriberId" = ${id} AND "text" = 'A note'
    UNION SELECT 'mark ' || "postingId" FROM "posting_highlight" WHERE "subscriberId" = ${id} AND "quote" = 'Text'
    UNION SELECT "title" FROM "posting" p JOIN "posting_state" t ON t."postingId" = p."id" AND t."starredAt" IS NOT NULL
      WHERE t."subscriberId" = ${id} AND p."guid" IS NULL AND p."html" = ${archivedText}
    UNION SELECT 'source ' || "sourceId" FROM "subscription" WHERE "subscriberId" = ${id}
    UNION SELECT "name" FROM "alert" WHERE "subscriberId" = ${id}`
  const stored = new Set(rows.map(({ thing }) => thing))
  const wrong = [...allowed, [archivedTitle, new Set([true])] as const].filter(
    ([thing, values]) => !values.has(stored.has(thing)),
  )
  return wrong.map(([thing]) => `${id}: ${thing} ${stored.has(thing) ? 'is stored' : 'is not stored'}`)
}
