import { beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { addPostings, addReader } from '#tests/support/world/reading.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { makeReaderWorld, membersOf, readAll, type ReaderWorld } from '#tests/support/world/reader-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { byTier } from '#tests/support/run/tier.ts'

const seed = 20_260_105
const random = seededRandom(seed)
const server = withReaderApps()
const startAt = referenceAt
let app: ReaderApp
let world: ReaderWorld

beforeAll(async () => {
  const reader = await addReader(server.database, 'paging')
  app = await server.app(reader)
  world = await makeReaderWorld(server.database, reader, { rounds: 24, startAt, random })
  const other = await addReader(server.database, 'other')
  await makeReaderWorld(server.database, other, { rounds: 4, startAt, random })
})

const state = (name: string) => `user/-/state/com.google/${name}`
const trials = byTier({ night: 150, sample: 50 })
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
const sorted = (ids: Iterable<bigint>) => [...ids].sort((a, b) => Number(b - a))

test('any question gives each posting that fits once, in order, whatever the size of a page', async () => {
  const members = await membersOf(server.database, world)
  const streams = [
    ...['reading-list', 'read', 'unread', 'starred', 'kept-unread', 'like'].map(state),
    ...['News', 'Old/Deep', 'Whole'].map((name) => `user/-/label/${name}`),
    ...world.sourceIds.map((id) => `feed/${id}`),
  ]
  for (let trial = 0; trial < trials; trial += 1) {
    const s = Array.from({ length: random() < 0.2 ? 2 : 1 }, () => pick(streams))
    const xt = random() < 0.6 ? [pick([state('read'), state('read'), state('unread'), ...streams])] : []
    const it = random() < 0.3 ? [pick([state('unread'), ...streams])] : []
    const ot = random() < 0.3 ? Math.floor((startAt + random() * 120 * 60_000) / 1000) : null
    const nt = random() < 0.2 ? Math.floor((startAt + random() * 120 * 60_000) / 1000) : null
    const isOldest = random() < 0.5
    const query = new URLSearchParams([
      ...s.map((v) => ['s', v]),
      ...xt.map((v) => ['xt', v]),
      ...it.map((v) => ['it', v]),
    ] as [string, string][])
    if (ot !== null) query.set('ot', String(ot))
    if (nt !== null) query.set('nt', String(nt))
    if (isOldest) query.set('r', 'o')
    const foundAt = new Map(world.postings.map((posting) => [posting.id, posting.foundAt]))
    const expected = sorted(new Set(s.flatMap((stream) => [...members(stream)]))).filter((id) => {
      const at = foundAt.get(id) ?? 0
      return (
        !xt.some((stream) => members(stream, 'narrows').has(id)) &&
        it.every((stream) => stream === state('like') || members(stream, 'narrows').has(id)) &&
        (ot === null || at >= ot * 1000 - 60_000) &&
        (nt === null || at <= nt * 1000 + 999)
      )
    })
    const { ids } = await readAll(app, query.toString(), pick([1, 3, 7, 20, 1000]))
    const message = `seed ${seed}, trial ${trial}: ${query}`
    expect(ids, message).toEqual(isOldest ? expected.toReversed() : expected)
  }
})

test('what is unread and what is read are together the reading list, and share nothing', async () => {
  const unread = await readAll(app, `s=${state('reading-list')}&xt=${state('read')}`, 1000)
  const read = await readAll(app, `s=${state('read')}`, 1000)
  const all = await readAll(app, `s=${state('reading-list')}`, 1000)
  expect(sorted([...unread.ids, ...read.ids])).toEqual(all.ids)
})

test('unread is what is not read, as a stream, as what is wanted and as what is left out, by ids and by contents', async () => {
  const list = state('reading-list')
  const unread = await readAll(app, `s=${list}&xt=${state('read')}`, 1000)
  const read = await readAll(app, `s=${state('read')}`, 1000)
  expect([unread.ids.length > 0, read.ids.length > 0]).toEqual([true, true])
  expect(await readAll(app, `s=${state('unread')}`, 7)).toMatchObject({ ids: unread.ids })
  expect(await readAll(app, `s=${list}&it=${state('unread')}`, 7)).toMatchObject({ ids: unread.ids })
  expect(await readAll(app, `s=${list}&xt=${state('unread')}`, 7)).toMatchObject({ ids: read.ids })
  for (const query of [`${list}?it=${state('unread')}&n=1000`, `${state('unread')}?n=1000`]) {
    const { body } = await app.get(`stream/contents/${query}`)
    const ids = (body['items'] as { id: string }[]).map(({ id }) => BigInt(`0x${id.slice(-16)}`))
    expect([query, ids]).toEqual([query, unread.ids])
  }
})

test('states that nobody keeps narrow nothing and leave nothing out', async () => {
  const all = await readAll(app, `s=${state('reading-list')}`, 1000)
  for (const name of ['it', 'xt']) {
    const asked = await readAll(app, `s=${state('reading-list')}&${name}=${state('broadcast')}`, 1000)
    expect([name, asked.ids]).toEqual([name, all.ids])
  }
})

test('pages lose and repeat nothing while postings come and are marked between them', async () => {
  const reader = await addReader(server.database, 'busy')
  const busy = await server.app(reader)
  const own = await makeReaderWorld(server.database, reader, { rounds: 20, startAt, random })
  const before = await readAll(busy, `s=${state('reading-list')}`, 1000)
  const [sourceId = 0] = own.sourceIds
  const { ids } = await readAll(busy, `s=${state('reading-list')}`, 7, async () => {
    await addPostings(server.database, sourceId, [{ foundAt: startAt + 10_000_000 }])
    await busy.post('edit-tag', { i: String(pick(before.ids)), a: state('read') })
  })
  expect(ids).toEqual(before.ids)
  const rising = await readAll(busy, `s=${state('reading-list')}&r=o`, 50, async () => {
    await addPostings(server.database, sourceId, [{ foundAt: startAt + 10_000_000 }])
  })
  const now = await readAll(busy, `s=${state('reading-list')}`, 10_000)
  // What came after the last page was read may be missing, nothing else.
  expect(rising.ids).toEqual(now.ids.toReversed().slice(0, rising.ids.length))
  expect(now.ids.length - rising.ids.length).toBe(0)
})

test('a page is as large as asked within its bounds, a continuation is a string and only there when more follows', async () => {
  const { body } = await app.get('stream/items/ids?n=2&s=user/7/state/com.google/reading-list')
  const refs = body['itemRefs'] as object[]
  expect(refs).toHaveLength(2)
  // Readrops reads objects with an id alone.
  expect(refs[0]).toEqual({ id: expect.stringMatching(/^\d+$/) as string })
  expect(body['continuation']).toMatch(/^\d+$/)
  const large = await app.get(`stream/items/ids?n=99999999&s=${state('reading-list')}`)
  expect([large.status, 'continuation' in large.body]).toEqual([200, false])
  const none = await app.get(`stream/items/ids?s=user/-/label/Nothing`)
  expect(none.body).toEqual({ itemRefs: [] })
  const exact = (large.body['itemRefs'] as object[]).length
  expect((await app.get(`stream/items/ids?n=${exact}&s=${state('reading-list')}`)).body).not.toHaveProperty(
    'continuation',
  )
  const beyond = await app.get(`stream/items/ids?n=${exact}&c=999999999999999`)
  expect(beyond.body['itemRefs']).toEqual(large.body['itemRefs'])
  const many = Array.from({ length: 101 }, (_, n) => `s=feed/${n}`).join('&')
  expect((await app.get(`stream/items/ids?${many}`)).status).toBe(400)
  for (const odd of ['n=x&c=y&ot=z', 'c=999999999999999', 'ot=99999999999999999999', 'nt=0'])
    expect((await app.get(`stream/items/ids?${odd}`)).status).toBe(200)
})

test('a size of zero or less asks for all, of numbers as of postings', async () => {
  const all = (await membersOf(server.database, world))(state('reading-list')).size
  for (const path of ['stream/items/ids', 'stream/contents'])
    for (const n of ['0', '-1']) {
      const { body } = await app.get(`${path}?n=${n}`)
      expect((body['itemRefs'] ?? body['items']) as object[]).toHaveLength(all)
      expect(body).not.toHaveProperty('continuation')
    }
})

test('News+ gets an id of nothing where a list is empty, as from FreshRSS', async () => {
  const { body } = await app.get('stream/items/ids?s=user/-/label/Nothing&client=newsplus')
  expect(body).toEqual({ itemRefs: [{ id: '0' }] })
})
