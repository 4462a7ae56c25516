import { beforeAll, expect, test } from 'vitest'
import { longItemId } from '#lib/sync/item-id.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'

/** Some programs ask for all at once and never for the rest: Twine 50,000 ids, Readrops 2,500 postings, RSS Guard all that it lacks. */
const server = withReaderApps()
const count = 50_001
let app: ReaderApp
let ids: bigint[]

beforeAll(async () => {
  const reader = await addReader(server.database, 'ada')
  const { sourceId } = await addSubscription(server.database, reader, 'large')
  const rows = await server.database.$queryRaw<{ id: bigint }[]>`
    INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
    SELECT gen_random_uuid(), 'Posting ' || n, '<p>Text</p>', 'Text', 'hash', now(), false, now(), ${sourceId}
    FROM generate_series(1, ${count}::int) n RETURNING "id"`
  ids = rows.map(({ id }) => id).sort((a, b) => Number(b - a))
  await server.database.$executeRawUnsafe('VACUUM ANALYZE')
  app = await server.app(reader)
})

test('fifty thousand numbers come at once, and where to go on', async () => {
  const { body } = await app.get('stream/items/ids?n=100000')
  const found = (body['itemRefs'] as { id: string }[]).map(({ id }) => BigInt(id))
  expect(found).toEqual(ids.slice(0, 50_000))
  const next = await app.get(`stream/items/ids?n=100000&c=${String(body['continuation'])}`)
  expect(next.body).toEqual({ itemRefs: [{ id: String(ids[50_000]) }] })
})

const idsIn = (body: Record<string, unknown>) => (body['items'] as { id: string }[]).map(({ id }) => id)
const long = (some: readonly bigint[]) => some.map(longItemId)

test('ten thousand postings come at once, of a stream and by their numbers, and where to go on', async () => {
  const stream = (await app.get('stream/contents?n=10001')).body
  expect([idsIn(stream), stream['continuation']]).toEqual([long(ids.slice(0, 10_000)), String(ids[9_999])])
  const i = ids.slice(0, 10_001).toReversed()
  const first = (await app.post('stream/items/contents', { i })).body
  expect([idsIn(first), first['continuation']]).toEqual([long(i.slice(0, 10_000)), String(i[9_999])])
  const rest = (await app.post('stream/items/contents', { i, c: String(first['continuation']) })).body
  expect([idsIn(rest), 'continuation' in rest]).toEqual([long(i.slice(10_000)), false])
})
