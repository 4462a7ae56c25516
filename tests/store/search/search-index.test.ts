import { beforeAll, expect, test } from 'vitest'
import { indexPostings } from '#lib/aggregator/index-postings.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { mergeSearchIndex } from '#lib/store/search/search-index.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { indexAll } from '#tests/support/world/searching.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()
let sourceId: number

beforeAll(async () => {
  const reader = await addReader(database, 'reader')
  ;({ sourceId } = await addSubscription(database, reader, 'source'))
})

const addSome = () => addPostings(database, sourceId, [{ title: 'Avocet' }, { title: 'Avocets' }])

/** Pages that searches read from end to end; none afterwards. */
async function countListed(of: Database | Transaction): Promise<number> {
  const [row] = await of.$queryRaw<{ pages: number }[]>`
    SELECT gin_clean_pending_list('posting_search_document_idx')::int AS "pages"`
  return row?.pages ?? NaN
}

test('what the aggregator made searchable has its place in the index', async () => {
  await addSome()
  await indexAll(database)
  expect(await countListed(database)).toBeGreaterThan(0)
  await addSome()
  await indexPostings({ database }) // what was there before this process
  expect(await countListed(database)).toBe(0)
  for (const isMerged of [false, false, true, false]) {
    await addPostings(
      database,
      sourceId,
      Array.from({ length: 40 }, () => ({ title: 'Avocet' })),
    )
    await indexPostings({ database })
    if (isMerged) expect(await countListed(database)).toBe(0)
  }
  expect(await countListed(database)).toBeGreaterThan(0)
})

test('a role that does not own the index leaves its list alone', async () => {
  await addSome()
  await indexAll(database)
  await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL ROLE pg_monitor`
    await mergeSearchIndex(transaction)
  })
  expect(await countListed(database)).toBeGreaterThan(0)
})
