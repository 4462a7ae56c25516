import { beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { longItemId } from '#lib/sync/item-id.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/reader-app.ts'
import { readAll } from '#tests/support/reader-world.ts'
import { addReader, addSubscription } from '#tests/support/reading.ts'

const server = withReaderApps()
const seed = 20_260_105
const random = seededRandom(seed)
const [sources, postings] = [100, 10_000]
const state = (name: string) => `user/-/state/com.google/${name}`
let app: ReaderApp
let reader: string

beforeAll(async () => {
  reader = await addReader(server.database, 'ada')
  for (let n = 0; n < sources; n += 1) await addSubscription(server.database, reader, `site-${n}`)
  await addMany(postings)
  app = await server.app(reader)
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
})

async function addMany(count: number): Promise<void> {
  await server.database.$executeRaw`
    INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
    SELECT gen_random_uuid(), 'Posting ' || n, '<p>Text</p>', 'Text', 'hash', now(), false, now(), (
      SELECT array_agg("id" ORDER BY "id") FROM "source")[1 + n % ${sources}::int]
    FROM generate_series(1, ${count}::int) n`
}

/** What an app keeps, and what it has to tell the server. */
type Device = {
  readonly known: Map<string, string>
  unread: Set<string>
  starred: Set<string>
  since: number
}

/**
 * One sync as NetNewsWire makes it: first what the reader did, a thousand at a time; then what is unread and starred;
 * then the texts that it lacks, 150 at a time. Everything it knows that is not unread is read.
 */
async function sync(
  device: Device,
  acts: readonly { readonly tag: string; readonly isAdded: boolean; readonly ids: readonly string[] }[],
): Promise<void> {
  const { text } = await app.get('token')
  for (const { tag, isAdded, ids } of acts)
    for (let at = 0; at < ids.length; at += 1000) {
      const i = ids.slice(at, at + 1000).map((id) => longItemId(BigInt(id)))
      const answer = await app.post('edit-tag', { i, [isAdded ? 'a' : 'r']: state(tag), T: text })
      expect(answer).toMatchObject({ status: 200, text: 'OK' })
    }
  const list = async (query: string) => new Set((await readAll(app, query, 1000)).ids.map(String))
  device.unread = await list(`s=${state('reading-list')}&xt=${state('read')}`)
  device.starred = await list(`s=${state('starred')}`)
  const found = await list(`s=${state('reading-list')}&ot=${device.since}`)
  const lacking = [...new Set([...device.unread, ...device.starred, ...found])].filter(
    (id) => !device.known.has(id),
  )
  for (let at = 0; at < lacking.length; at += 150) {
    const { body } = await app.post('stream/items/contents', { i: lacking.slice(at, at + 150) })
    for (const item of body['items'] as { id: string; title: string }[])
      device.known.set(BigInt(`0x${item.id.slice(-16)}`).toString(), item.title)
  }
  device.since = Math.floor(Date.now() / 1000)
}

async function onServer(): Promise<{ unread: Set<string>; starred: Set<string>; all: Set<string> }> {
  const rows = await server.database.$queryRaw<{ id: bigint; isRead: boolean; isStarred: boolean }[]>`
    SELECT p."id", coalesce(t."isRead", p."id" <= u."readThrough") AS "isRead", t."starredAt" IS NOT NULL AS "isStarred"
    FROM "subscription" u JOIN "posting" p ON p."sourceId" = u."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = u."subscriberId" AND t."postingId" = p."id"`
  const chosen = (fits: (row: (typeof rows)[number]) => boolean) =>
    new Set(rows.filter(fits).map(({ id }) => id.toString()))
  return {
    unread: chosen((row) => !row.isRead),
    starred: chosen((row) => row.isStarred),
    all: chosen(() => true),
  }
}

const draw = (ids: Iterable<string>, share: number) => [...ids].filter(() => random() < share)

test('10,000 postings are the same on both sides after each of several syncs with acts on both', async () => {
  const device: Device = { known: new Map(), unread: new Set(), starred: new Set(), since: 0 }
  await sync(device, [])
  expect(device.known.size).toBe(postings)
  expect(device.unread.size).toBe(postings)
  for (let round = 0; round < 3; round += 1) {
    const read = draw(device.unread, 0.3)
    const kept = draw(
      [...device.known.keys()].filter((id) => !device.unread.has(id)),
      0.1,
    )
    const starred = draw(device.known.keys(), 0.05)
    const unstarred = draw(device.starred, 0.5).filter((id) => !starred.includes(id))
    // Meanwhile on the web, and news.
    const web = draw(device.known.keys(), 0.05).map(BigInt)
    await changePostings(
      server.database,
      reader,
      web,
      { isRead: true, isStarred: random() < 0.5 },
      Date.now(),
    )
    const { id: sourceId } = await server.database.source.findFirstOrThrow({ skip: round })
    const throughId = web[Math.floor(web.length / 2)]?.toString() ?? '0'
    await markRead(server.database, reader, { sourceId, throughId }, Date.now())
    await addMany(50)
    await sync(device, [
      { tag: 'read', isAdded: true, ids: read },
      { tag: 'read', isAdded: false, ids: kept },
      { tag: 'starred', isAdded: true, ids: starred },
      { tag: 'starred', isAdded: false, ids: unstarred },
    ])
    const there = await onServer()
    expect([...device.unread].sort(), `seed ${seed}, round ${round}`).toEqual([...there.unread].sort())
    expect([...device.starred].sort()).toEqual([...there.starred].sort())
    expect(device.known.size).toBe(there.all.size)
    for (const id of read) if (!kept.includes(id)) expect(device.unread.has(id)).toBe(false)
  }
})

test('an id list of 10,000 and the unread counts of 1,000 sources are two answers', async () => {
  const more = 1_000 - sources
  for (let n = 0; n < more; n += 1) await addSubscription(server.database, reader, `more-${n}`)
  await server.database.$executeRaw`UPDATE "posting" SET "sourceId" = (
    SELECT array_agg("id" ORDER BY "id") FROM "source")[1 + "id" % 1000]`
  await server.database.postingState.deleteMany()
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  await server.database.$executeRawUnsafe('ANALYZE')
  const ids = await app.get(`stream/items/ids?n=10000&s=${state('reading-list')}&xt=${state('read')}`)
  expect(ids.body['itemRefs']).toHaveLength(10_000)
  const counts = (await app.get('unread-count')).body['unreadcounts'] as { count: number }[]
  expect(counts.at(-1)?.count).toBe(await server.database.posting.count())
})
