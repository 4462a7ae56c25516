import { beforeEach, expect, test } from 'vitest'
import { createLabel } from '#lib/store/organising/labels.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import { longItemId } from '#lib/sync/item-id.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const server = withReaderApps()
const state = (name: string) => `user/-/state/com.google/${name}`
let app: ReaderApp
let sourceId: number
let ids: bigint[]

beforeEach(async () => {
  await server.database.user.deleteMany()
  await server.database.posting.deleteMany()
  const reader = await addReader(server.database, 'ada')
  ;({ sourceId } = await addSubscription(server.database, reader, 'site', { folderName: 'News' }))
  const found = Array.from({ length: 6 }, (_, n) => ({ foundAt: referenceAt + n * 1000 }))
  ids = await addPostings(server.database, sourceId, found)
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  app = await server.app(reader)
})

const list = async (query: string, who = app) => {
  const { body } = await who.get(`stream/items/ids?n=1000&${query}`)
  return (body['itemRefs'] as { id: string }[]).map(({ id }) => ids.indexOf(BigInt(id))).sort()
}
const unread = (who = app) => list(`s=${state('reading-list')}&xt=${state('read')}`, who)
const starred = () => list(`s=${state('starred')}`)

test('edit-tag marks many at once, in any spelling, and as often as it is sent', async () => {
  const i = [longItemId(ids[0] ?? 0n), String(ids[1]), '999999', 'nonsense']
  for (let n = 0; n < 2; n += 1) {
    expect(await app.post('edit-tag', { i, a: [state('read'), state('starred')] })).toMatchObject({
      status: 200,
      text: 'OK',
    })
    expect([await unread(), await starred()]).toEqual([
      [2, 3, 4, 5],
      [0, 1],
    ])
  }
  await app.post('edit-tag', { i, r: [state('read'), state('starred')] })
  expect([await unread(), await starred()]).toEqual([[0, 1, 2, 3, 4, 5], []])
})

test('kept-unread is unread the other way round; states that nobody keeps are passed over', async () => {
  const all = ids.map(String)
  await app.post('edit-tag', { i: all, r: state('kept-unread') })
  expect(await unread()).toEqual([])
  await app.post('edit-tag', { i: String(ids[3]), a: state('tracking-kept-unread'), r: state('like') })
  expect(await unread()).toEqual([3])
  expect((await app.post('edit-tag', { i: all, a: state('broadcast') })).status).toBe(200)
})

test('unread is put on and taken off as read is, the other way round, and is marked read as a whole', async () => {
  const all = ids.map(String)
  await app.post('edit-tag', { i: all, r: state('unread') })
  expect(await unread()).toEqual([])
  await app.post('edit-tag', { i: all.slice(2), a: state('unread') })
  expect(await unread()).toEqual([2, 3, 4, 5])
  expect((await app.post('edit-tag', { i: all, a: [state('unread'), state('read')] })).status).toBe(400)
  await app.post('mark-all-as-read', { s: state('unread'), ts: `${referenceAt + 3000}000` })
  expect(await unread()).toEqual([4, 5])
  await app.post('mark-all-as-read', { s: state('unread') })
  expect(await unread()).toEqual([])
})

test('a contradiction is refused whole, ten thousand ids are not too many, more are', async () => {
  const i = ids.map(String)
  const both = await app.post('edit-tag', { i, a: [state('starred'), state('read')], r: state('read') })
  expect([both.status, await unread(), await starred()]).toEqual([400, [0, 1, 2, 3, 4, 5], []])
  expect((await app.post('edit-tag', { i, a: state('kept-unread'), r: state('kept-unread') })).status).toBe(
    400,
  )
  const many = [...i, ...Array.from({ length: 9_994 }, (_, n) => 900_000 + n)]
  expect((await app.post('edit-tag', { i: many, a: state('read') })).status).toBe(200)
  expect(await unread()).toEqual([])
  expect((await app.post('edit-tag', { i: [...many, 1], a: state('read') })).status).toBe(413)
})

test('a label is made, put on and taken off, and never changes where a source stands', async () => {
  const i = [String(ids[0]), String(ids[2])]
  await app.post('edit-tag', { i, a: 'user/-/label/To cite' })
  expect(await list('s=user/-/label/To cite')).toEqual([0, 2])
  await app.post('edit-tag', { i: String(ids[0]), r: 'user/-/label/To cite' })
  expect(await list('s=user/-/label/To cite')).toEqual([2])
  await app.post('edit-tag', { i, a: 'user/-/label/News' })
  const labels = await server.database.label.findMany({ select: { name: true } })
  expect(labels.map(({ name }) => name)).toEqual(['To cite', 'News'])
  expect(await list('s=user/-/label/News')).toEqual([0, 1, 2, 3, 4, 5])
  expect(await list('s=user/-/label/News (2)')).toEqual([0, 2])
  await app.post('edit-tag', { i: String(ids[0]), r: 'user/-/label/News' })
  expect(await list('s=user/-/label/News (2)')).toEqual([2])
  await app.post('edit-tag', { i: String(ids[0]), a: 'user/-/label/News' })
  expect(await list('s=user/-/label/News (2)')).toEqual([0, 2])
})

test('a label that is put on nothing is made, once, unless a folder has its name', async () => {
  for (const a of ['user/-/label/New one', 'user/1/label/New one', 'user/-/label/News', state('read')])
    expect(await app.post('edit-tag', { a })).toMatchObject({ status: 200, text: 'OK' })
  await app.post('edit-tag', { r: 'user/-/label/Gone' })
  const { tags } = (await app.get('tag/list')).body
  expect((tags as { id: string }[]).slice(2)).toEqual([
    { id: 'user/-/label/News', type: 'folder' },
    { id: 'user/-/label/New one', type: 'tag', unread_count: 0 },
  ])
  expect(await unread()).toEqual([0, 1, 2, 3, 4, 5])
})

test("another's postings are neither marked nor starred nor labelled", async () => {
  const eve = await server.app(await addReader(server.database, 'eve'))
  const i = ids.map(String)
  await eve.post('edit-tag', { i, a: [state('read'), state('starred'), 'user/-/label/Mine'] })
  await eve.post('mark-all-as-read', { s: `feed/${sourceId}` })
  expect(await unread()).toEqual([0, 1, 2, 3, 4, 5])
  expect(await server.database.postingState.count()).toBe(0)
  expect(await server.database.postingLabel.count()).toBe(0)
  expect(await unread(eve)).toEqual([])
})

const third = referenceAt + 2000
test.each([
  ['seconds', String(third / 1000)],
  ['milliseconds', String(third)],
  ['microseconds', `${third}000`],
  ['nanoseconds', `${third}000000`],
  ['seconds with a line break', `${third / 1000}\n`],
])('mark-all-as-read leaves what was found after ts unread, given in %s', async (_unit, ts) => {
  for (let n = 0; n < 2; n += 1) {
    expect((await app.post('mark-all-as-read', { s: state('reading-list'), ts })).status).toBe(200)
    expect(await unread()).toEqual([3, 4, 5])
  }
})

test.each([['feed/URL'], ['feed'], ['user/-/label/News'], [state('reading-list')]])(
  'without ts all of %s is read, also what was kept unread',
  async (stream) => {
    const { sourceId: elsewhere } = await addSubscription(server.database, app.subscriberId, 'other')
    const [later = 0n] = await addPostings(server.database, elsewhere, [{}])
    ids.push(later)
    await app.post('edit-tag', { i: String(ids[0]), a: state('read') })
    await app.post('edit-tag', { i: String(ids[0]), r: state('read') })
    const s = stream
      .replace(/^feed\/URL$/, 'feed/https://site.example/feed')
      .replace(/^feed$/, `feed/${sourceId}`)
    await app.post('mark-all-as-read', { s })
    expect(await unread()).toEqual(stream === state('reading-list') ? [] : [6])
    const counts = await readCounts(server.database, app.subscriberId)
    expect(counts.all).toBe(stream === state('reading-list') ? 0 : 1)
  },
)

test('stars and labels are marked read by themselves; what is no stream marks nothing', async () => {
  await createLabel(server.database, app.subscriberId, 'To cite')
  await app.post('edit-tag', { i: String(ids[1]), a: state('starred') })
  await app.post('edit-tag', { i: String(ids[4]), a: 'user/-/label/To cite' })
  await app.post('mark-all-as-read', { s: state('starred') })
  expect(await unread()).toEqual([0, 2, 3, 4, 5])
  await app.post('mark-all-as-read', { s: 'user/-/label/To cite' })
  expect(await unread()).toEqual([0, 2, 3, 5])
  for (const s of ['feed/99', 'user/-/label/Nothing', state('like'), state('read'), 'x'])
    expect((await app.post('mark-all-as-read', { s })).status).toBe(200)
  expect(await unread()).toEqual([0, 2, 3, 5])
  expect((await app.post('mark-all-as-read', {})).status).toBe(400)
  expect((await app.post('mark-all-as-read', { s: state('starred'), ts: 'now' })).status).toBe(400)
})

test('what comes in after the first look at an item is not marked with its source', async () => {
  const [newer = 0n] = await addPostings(server.database, sourceId, [{ foundAt: referenceAt + 60_000 }])
  ids.push(newer)
  await app.post('mark-all-as-read', { s: `feed/${sourceId}`, ts: `${referenceAt + 30_000}000` })
  expect(await unread()).toEqual([6])
})

test('an account that keeps as much as it may puts no label on, takes all off, and stars', async () => {
  await server.database.user.updateMany({ data: { maxStoredMb: 0 } })
  const change = (name: 'a' | 'r') => app.post('edit-tag', { i: `${ids[0]}`, [name]: 'user/-/label/Tide' })
  expect([(await change('a')).status, (await change('r')).status]).toEqual([400, 200])
  expect((await app.post('edit-tag', { i: `${ids[0]}`, a: state('starred') })).status).toBe(200)
})
