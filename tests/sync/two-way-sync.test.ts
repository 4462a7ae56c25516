import { createHash } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { longItemId } from '#lib/sync/item-id.ts'
import { ask, formOf } from '#tests/support/api/ask.ts'
import { goClient, minifluxPassword } from '#tests/support/programs/miniflux-app.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { readAll } from '#tests/support/world/reader-world.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { byTier } from '#tests/support/run/tier.ts'

// Ten thousand articles take three programs most of a minute, and other tests may run beside them.
vi.setConfig({ testTimeout: byTier({ night: 300_000, sample: 60_000 }) })

const server = withReaderApps()
const seed = 20_260_105
const random = seededRandom(seed)
const [sources, postings] = byTier<readonly [number, number]>({ night: [100, 10_000], sample: [10, 200] })
const [listed, counted] = byTier<readonly [number, number]>({ night: [10_000, 1_000], sample: [2_000, 100] })
const state = (name: string) => `user/-/state/com.google/${name}`
let reader: string
let app: ReaderApp

beforeAll(async () => {
  reader = await addReader(server.database, 'ada')
  for (let n = 0; n < sources; n += 1) await addSubscription(server.database, reader, `site-${n}`)
  await addMany(postings)
  app = await server.app(reader)
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
})

/** Published in an order of its own, some at one time. */
async function addMany(count: number): Promise<void> {
  await server.database.$executeRaw`
    INSERT INTO "posting"
      ("key", "title", "html", "excerpt", "contentHash", "publishedAt", "foundAt", "isInitial", "shownAt", "sourceId")
    SELECT gen_random_uuid(), 'Posting ' || n, '<p>Text</p>', 'Text', 'hash', now() - (n * 7919 % 500) * interval '1 minute',
      now(), false, now(), (SELECT array_agg("id" ORDER BY "id") FROM "source")[1 + n % ${sources}::int]
    FROM generate_series(1, ${count}::int) n`
}

/** The acts of a reader in an app since its last sync. */
type Acts = Readonly<Record<'read' | 'kept' | 'starred' | 'unstarred', readonly number[]>>
const nothing: Acts = { read: [], kept: [], starred: [], unstarred: [] }

/** The store of an app: every article once, and the numbers of those that are unread and starred. */
class Device {
  readonly known = new Map<number, string>()
  unread = new Set<number>()
  starred = new Set<number>()

  learn(id: number, title: string): void {
    expect(this.known.has(id), `${id} came twice`).toBe(false)
    this.known.set(id, title)
  }
}

type Sync = (device: Device, acts: Acts) => Promise<void>

/**
 * As NetNewsWire: what the reader did, a thousand at a time; what is unread and starred; the texts that it lacks, 150 at a time.
 * Everything it knows that is not unread is read.
 */
async function makeGoogleReader(): Promise<Sync> {
  let since = 0
  const { text: token } = await app.get('token')
  const tell = async (change: Readonly<Record<string, string>>, ids: readonly number[]) => {
    for (let at = 0; at < ids.length; at += 1_000) {
      const i = ids.slice(at, at + 1_000).map((id) => longItemId(BigInt(id)))
      const answer = await app.post('edit-tag', { i, ...change, T: token })
      expect(answer).toMatchObject({ status: 200, text: 'OK' })
    }
  }
  const list = async (query: string) => new Set((await readAll(app, query, 1_000)).ids.map(Number))
  return async (device, { read, kept, starred, unstarred }) => {
    await tell({ a: state('read') }, read)
    await tell({ r: state('read') }, kept)
    await tell({ a: state('starred') }, starred)
    await tell({ r: state('starred') }, unstarred)
    device.unread = await list(`s=${state('reading-list')}&xt=${state('read')}`)
    device.starred = await list(`s=${state('starred')}`)
    const found = await list(`s=${state('reading-list')}&ot=${since}`)
    const lacking = [...new Set([...device.unread, ...device.starred, ...found])].filter(
      (id) => !device.known.has(id),
    )
    for (let at = 0; at < lacking.length; at += 150) {
      const { body } = await app.post('stream/items/contents', { i: lacking.slice(at, at + 150) })
      for (const { id, title } of body['items'] as { id: string; title: string }[])
        device.learn(Number(`0x${id.slice(-16)}`), title)
    }
    since = Math.floor(Date.now() / 1_000)
  }
}

/** As Fluent Reader and Reeder: each mark by itself; articles by fifty, rising, until none comes; then both lists of numbers. */
function makeFever(): Sync {
  const api_key = createHash('md5').update(`ada@example.org:${app.password}`).digest('hex')
  const call = async (query: string, form: Readonly<Record<string, string | number>> = {}) => {
    const body = formOf({ api_key, ...form })
    const answer = await ask(`${server.url}/fever/?api${query}`, { method: 'POST', body })
    expect(answer.body, answer.text).toMatchObject({ auth: 1 })
    return answer.body
  }
  const mark = async (as: string, ids: readonly number[]) => {
    for (const id of ids) await call('', { mark: 'item', as, id })
  }
  const list = async (name: string) => {
    const text = String((await call(`&${name}`))[name])
    return new Set(text === '' ? [] : text.split(',').map(Number))
  }
  return async (device, { read, kept, starred, unstarred }) => {
    await mark('read', read)
    await mark('unread', kept)
    await mark('saved', starred)
    await mark('unsaved', unstarred)
    let newest = Math.max(0, ...device.known.keys())
    for (;;) {
      const body = await call(`&items&since_id=${newest}`)
      const items = body['items'] as { id: number; title: string }[]
      if (items.length === 0) {
        expect(body['total_items']).toBe(device.known.size)
        break
      }
      for (const { id, title } of items) device.learn(id, title)
      newest = Math.max(...items.map(({ id }) => id))
    }
    device.unread = await list('unread_item_ids')
    device.starred = await list('saved_item_ids')
  }
}

/** As apps on Miniflux's client: what the reader did; news by number; then the pages of what is unread and starred. */
async function makeMiniflux(): Promise<Sync> {
  const client = goClient(server.url, await minifluxPassword(server.database, reader))
  const change = async (ids: readonly number[], to: object) => {
    if (ids.length > 0)
      expect((await client('PUT', '/v1/entries', { entry_ids: ids, ...to })).status).toBe(204)
  }
  const readPages = async (query: string, take: (entry: { id: number; title: string }) => void) => {
    for (let offset = 0; ;) {
      const { status, body } = await client('GET', `/v1/entries?${query}&limit=250&offset=${offset}`)
      expect(status).toBe(200)
      const { total, entries } = body as { total: number; entries: { id: number; title: string }[] }
      entries.forEach(take)
      offset += entries.length
      if (entries.length === 0 || offset >= total) return
    }
  }
  const list = async (query: string) => {
    const ids: number[] = []
    await readPages(`${query}&order=published_at&direction=desc`, ({ id }) => ids.push(id))
    expect(new Set(ids).size).toBe(ids.length)
    return new Set(ids)
  }
  return async (device, { read, kept, starred, unstarred }) => {
    await change(read, { status: 'read' })
    await change(kept, { status: 'unread' })
    await change(starred, { starred: true })
    await change(unstarred, { starred: false })
    const newest = Math.max(0, ...device.known.keys())
    await readPages(`after_entry_id=${newest}&order=id&direction=asc`, ({ id, title }) =>
      device.learn(id, title),
    )
    device.unread = await list('status=unread')
    device.starred = await list('starred=true')
    const { body } = await client('GET', '/v1/feeds/counters')
    const { reads, unreads } = body as Record<'reads' | 'unreads', Record<string, number>>
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)
    expect([sum(unreads), sum(reads) + sum(unreads)]).toEqual([device.unread.size, device.known.size])
  }
}

async function onServer() {
  const rows = await server.database.$queryRaw<{ id: bigint; isRead: boolean; isStarred: boolean }[]>`
    SELECT p."id", coalesce(t."isRead", p."id" <= u."readThrough") AS "isRead", t."starredAt" IS NOT NULL AS "isStarred"
    FROM "subscription" u JOIN "posting" p ON p."sourceId" = u."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = u."subscriberId" AND t."postingId" = p."id"`
  const chosen = (fits: (row: (typeof rows)[number]) => boolean) =>
    sorted(rows.filter(fits).map(({ id }) => Number(id)))
  return {
    known: chosen(() => true),
    unread: chosen(({ isRead }) => !isRead),
    starred: chosen(({ isStarred }) => isStarred),
  }
}

const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)
const draw = (ids: Iterable<number>, share: number) => [...ids].filter(() => random() < share)
const has = ({ known, unread, starred }: Device) => ({
  known: sorted(known.keys()),
  unread: sorted(unread),
  starred: sorted(starred),
})

/** On the web: some are read, some of them starred, and one source is marked read up to some posting. */
async function actOnWeb(device: Device, round: number): Promise<void> {
  const ids = draw(device.known.keys(), 0.05).map(BigInt)
  const states = { isRead: true, isStarred: round % 2 === 0 }
  await changePostings(server.database, reader, ids, states, Date.now())
  const { id: sourceId } = await server.database.source.findFirstOrThrow({ skip: round })
  const throughId = String(ids[Math.floor(ids.length / 2)] ?? 0)
  await markRead(server.database, reader, { sourceId, throughId }, Date.now())
}

test(`${postings} postings are the same in apps of all three protocols, and on the server, after acts in each and on the web`, async () => {
  // Fever marks one article a call.
  const apps: readonly (readonly [string, Sync, number])[] = [
    ['Google Reader', await makeGoogleReader(), 0.2],
    ['Fever', makeFever(), byTier({ night: 100, sample: 10 }) / postings],
    ['Miniflux', await makeMiniflux(), 0.2],
  ]
  const devices = new Map(apps.map(([name]) => [name, new Device()]))
  const deviceOf = (name: string) => devices.get(name) ?? new Device()
  for (const [name, sync] of apps) {
    await sync(deviceOf(name), nothing)
    expect([deviceOf(name).known.size, deviceOf(name).unread.size], name).toEqual([postings, postings])
  }
  for (let round = 0; round < 2; round += 1)
    for (const [name, sync, share] of apps) {
      const device = deviceOf(name)
      const starred = draw(device.known.keys(), share / 2)
      const acts: Acts = {
        read: draw(device.unread, share),
        kept: draw(
          [...device.known.keys()].filter((id) => !device.unread.has(id)),
          share,
        ),
        starred,
        unstarred: draw(device.starred, share).filter((id) => !starred.includes(id)),
      }
      await actOnWeb(device, round)
      await addMany(20)
      await sync(device, acts)
      expect(has(device), `${name}, seed ${seed}, round ${round}`).toEqual(await onServer())
      for (const id of acts.read) expect(device.unread.has(id)).toBe(false)
    }
  // Nobody did anything since: what all of them hold after one more sync is what there is.
  for (const [name, sync] of apps) {
    await sync(deviceOf(name), nothing)
    expect(has(deviceOf(name)), name).toEqual(await onServer())
  }
})

test(`an id list of ${listed} and the unread counts of ${counted} sources are two answers`, async () => {
  const more = counted - sources
  for (let n = 0; n < more; n += 1) await addSubscription(server.database, reader, `more-${n}`)
  await addMany(Math.max(0, listed - (await server.database.posting.count())))
  await server.database.$executeRaw`UPDATE "posting" SET "sourceId" = (
    SELECT array_agg("id" ORDER BY "id") FROM "source")[1 + "id" % ${counted}::int]`
  await server.database.postingState.deleteMany()
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  await server.database.$executeRawUnsafe('ANALYZE')
  const ids = await app.get(`stream/items/ids?n=${listed}&s=${state('reading-list')}&xt=${state('read')}`)
  expect(ids.body['itemRefs']).toHaveLength(listed)
  const counts = (await app.get('unread-count')).body['unreadcounts'] as { count: number }[]
  expect(counts.at(-1)?.count).toBe(await server.database.posting.count())
})
