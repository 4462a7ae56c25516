import { setTimeout as sleep } from 'node:timers/promises'
import { createToken } from '#lib/auth/tokens.ts'
import { seededRandom } from '#lib/policy/random.ts'
import type { Database } from '#lib/store/database.ts'
import { createLabel } from '#lib/store/labels.ts'
import { addReader } from './reading.ts'

const restMs = 100
const retryMs = 250
const patienceMs = 30_000
/** On a slow machine a killed server is hardly there between two kills: readers go on until so much was done, for so long at most. */
const [leastDone, longestExtraMs] = [20, 60_000]

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
  /** What the answers allow of each thing that a reader may have done: that it is stored, that it is not, or either. */
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
  const [kept, others] = [sources.slice(0, -2), sources.slice(-2)]
  const data = kept.map((source) => ({ sourceId: source.id, subscriberId: id }))
  await database.subscription.createMany({ data })
  return { id, token, labelId: label.id, keptIds: kept.map((source) => source.id), others }
}

/** One act after the other until `untilAt` or a little longer, each asked for again until there is an answer that says yes or no. */
export async function readUntil(
  origin: string,
  reader: ChaosReader,
  untilAt: number,
  seed: number,
): Promise<Acted> {
  const counts = { done: 0, refused: 0, unanswered: 0, internal: 0 }
  const allowed = new Map<string, ReadonlySet<boolean>>()
  const random = seededRandom(seed)
  const isOn = new Map<string, boolean>()
  /** What was asked for again after no answer came: of what has no name that is its own there may be two. */
  const askedAgain = new Set<string>()
  /** What the server called what it made. */
  const ids = new Map<string, number>()

  const mayGoOn = () => Date.now() < untilAt + (counts.done < leastDone ? longestExtraMs : 0)

  async function ask(method: string, path: string, body?: unknown): Promise<Response | null> {
    const headers = { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(patienceMs)
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return fetch(`${origin}/api/v1${path}`, { method, headers, signal, ...sent }).catch(() => null) // it was killed
  }

  /** Asks until it is answered; whatever was done meanwhile may be stored or not. */
  async function act(thing: string, value: boolean, method: string, path: string, body?: unknown) {
    const before = allowed.get(thing) ?? new Set([false])
    while (mayGoOn()) {
      const response = await ask(method, path, body)
      const text = await response?.text().catch(() => null) // killed while it answered
      if (response?.ok === true && typeof text === 'string') {
        counts.done += 1
        allowed.set(thing, new Set([value]))
        isOn.set(thing, value)
        return text === '' ? null : (JSON.parse(text) as { readonly id?: number })
      }
      if (response !== null && response.status >= 400 && response.status < 500) {
        counts.refused += 1
        isOn.set(thing, value) // nobody goes on asking for what is refused
        return null
      }
      askedAgain.add(thing)
      counts[response?.status === 500 ? 'internal' : 'unanswered'] += 1
      allowed.set(thing, new Set([...before, value]))
      await sleep(retryMs)
    }
    return null
  }

  async function somePosting(): Promise<string | null> {
    const response = await ask('GET', '/postings?limit=50')
    const page = response?.ok === true ? await response.json().catch(() => null) : null
    const { postings = [] } = (page ?? {}) as {
      readonly postings?: readonly { readonly id: string; readonly sourceId: number }[]
    }
    const kept = postings.filter(({ sourceId }) => reader.keptIds.includes(sourceId))
    return kept[Math.floor(random() * kept.length)]?.id ?? null
  }

  const actsOnPosting = {
    read: (id: string) => act(`read ${id}`, true, 'POST', '/postings/state', { ids: [id], isRead: true }),
    star: (id: string) => {
      const isStarred = isOn.get(`star ${id}`) !== true
      return act(`star ${id}`, isStarred, 'POST', '/postings/state', { ids: [id], isStarred })
    },
    label: (id: string) => {
      const wanted = { postingIds: [id], isOn: isOn.get(`label ${id}`) !== true }
      return act(`label ${id}`, wanted.isOn, 'POST', `/labels/${reader.labelId}/assign`, wanted)
    },
  }

  async function turnSubscription(): Promise<void> {
    const { id, url } = reader.others[Math.floor(random() * reader.others.length)] ?? { id: 0, url: '' }
    const thing = `source ${id}`
    const known = ids.get(thing)
    if (isOn.get(thing) === true && known !== undefined)
      return void (await act(thing, false, 'DELETE', `/subscriptions/${known}`))
    const made = await act(thing, true, 'POST', '/subscriptions', { url })
    if (made?.id !== undefined) ids.set(thing, made.id)
  }

  let alerts = 0
  async function turnAlert(): Promise<void> {
    const thing = `alert ${alerts}`
    const known = ids.get(thing)
    if (isOn.get(thing) === true && known !== undefined) {
      await act(thing, false, 'DELETE', `/alerts/${known}`)
      if (askedAgain.has(thing)) allowed.set(thing, new Set([false, true]))
      alerts += 1
      return
    }
    const about = { kind: 'source', sourceId: reader.keptIds[0] }
    const made = await act(thing, true, 'POST', '/alerts', { name: thing, about })
    if (made?.id === undefined) alerts += 1
    else ids.set(thing, made.id)
  }

  /** Of a source that nobody subscribed to. */
  async function askForTheImpossible(): Promise<void> {
    const name = `alert refused ${counts.refused}`
    await act(name, true, 'POST', '/alerts', { name, about: { kind: 'source', sourceId: 2_000_000 } })
  }

  while (mayGoOn()) {
    const turn = Math.floor(random() * 8)
    if (turn === 0) await turnSubscription()
    else if (turn === 1) await turnAlert()
    else if (turn === 2) await askForTheImpossible()
    else {
      const id = await somePosting()
      const kind = (['read', 'star', 'label'] as const)[turn % 3] ?? 'read'
      if (id !== null) await actsOnPosting[kind](id)
    }
    await sleep(restMs)
  }
  return { counts, allowed }
}

/** What is stored of a reader's acts and what their answers do not allow: kept though it was refused or undone, lost though it was answered. */
export async function findBrokenWord(
  database: Database,
  { id, labelId }: ChaosReader,
  { allowed }: Acted,
): Promise<string[]> {
  const rows = await database.$queryRaw<{ thing: string }[]>`
    SELECT 'read ' || "postingId" AS "thing" FROM "posting_state" WHERE "subscriberId" = ${id} AND "isRead"
    UNION SELECT 'star ' || "postingId" FROM "posting_state" WHERE "subscriberId" = ${id} AND "starredAt" IS NOT NULL
    UNION SELECT 'label ' || "postingId" FROM "posting_label" WHERE "labelId" = ${labelId}
    UNION SELECT 'source ' || "sourceId" FROM "subscription" WHERE "subscriberId" = ${id}
    UNION SELECT "name" FROM "alert" WHERE "subscriberId" = ${id}`
  const stored = new Set(rows.map(({ thing }) => thing))
  const wrong = [...allowed].filter(([thing, values]) => !values.has(stored.has(thing)))
  return wrong.map(([thing]) => `${id}: ${thing} ${stored.has(thing) ? 'is stored' : 'is not stored'}`)
}
