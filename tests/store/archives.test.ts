import { afterAll, beforeAll, expect, test } from 'vitest'
import { adoptArchived, findOrCreateArchives } from '#lib/store/archives.ts'
import type { Database } from '#lib/store/database.ts'
import { openTestDatabase } from '#tests/support/file-database.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/reading.ts'
import { countRowsRead } from '#tests/support/rows-read.ts'

let database: Database
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, stop } = await openTestDatabase())
})
afterAll(() => stop())

test('what arrives finds its twins in a long archive without reading it, http or https', async () => {
  const reader = await addReader(database, 'archivist')
  const { sourceId } = await addSubscription(database, reader, 'long')
  const archive = { feedUrl: 'https://long.example/feed', title: null, siteUrl: null }
  const archives = await database.$transaction((transaction) =>
    findOrCreateArchives(transaction, reader, [archive], Date.now()),
  )
  const many = Array.from({ length: 5_000 }, () => ({}))
  const brought = await addPostings(database, archives.get(archive.feedUrl) ?? 0, many)
  const [secure = 0n, plain = 0n, keyed = 0n] = [brought[10], brought[2_000], brought[4_000]]
  await database.posting.update({ where: { id: plain }, data: { url: 'http://example.org/plain?a=1' } })
  const states = [secure, plain, keyed].map((postingId) => ({
    ...{ postingId, sourceId, subscriberId: reader, starredAt: new Date(0) },
  }))
  await database.postingState.createMany({ data: states })
  const heard = { mediaKey: 'a'.repeat(40), positionMs: 61_000, durationMs: 90_000 }
  await database.mediaPosition.create({ data: { ...heard, postingId: secure, subscriberId: reader } })
  await database.storySplit.create({ data: { postingId: plain, subscriberId: reader } })
  const { url } = await database.posting.findUniqueOrThrow({ where: { id: secure } })
  const { key } = await database.posting.findUniqueOrThrow({ where: { id: keyed } })
  const arrived = await addPostings(database, sourceId, [{}, {}, {}, {}])
  const [first = 0n, second = 0n, third = 0n] = arrived
  const change = (id: bigint, data: object) => database.posting.update({ where: { id }, data })
  await change(first, { url: String(url).replace('https:', 'http:') })
  await change(second, { url: 'https://example.org/plain?a=1' })
  await change(third, { key, url: null })
  await database.$executeRaw`ANALYZE "posting"`
  const { rows } = await database.$transaction((transaction) =>
    countRowsRead(transaction, () =>
      adoptArchived(
        transaction,
        arrived.map((id) => ({ id })),
      ),
    ),
  )
  const starred = await database.postingState.findMany({ where: { starredAt: { not: null } } })
  expect(new Set(starred.map(({ postingId }) => postingId))).toEqual(new Set([first, second, third]))
  expect(await database.posting.count({ where: { id: { in: [secure, plain, keyed] } } })).toBe(0)
  expect(await database.mediaPosition.findMany()).toMatchObject([{ ...heard, postingId: first }])
  expect(await database.storySplit.findMany()).toMatchObject([{ postingId: second }])
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBeLessThan(100)
})
