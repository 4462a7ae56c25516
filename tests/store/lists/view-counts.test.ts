import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { countViews, createView } from '#lib/store/lists/views.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { addSearched, indexAll } from '#tests/support/world/searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()
let reader: string

beforeAll(async () => {
  reader = await addReader(database, 'viewer')
  const { sourceId } = await addSubscription(database, reader, 'sea', { folderName: 'Coast' })
  const { sourceId: other } = await addSubscription(database, reader, 'land')
  await database.source.updateMany({ data: { language: 'en' } })
  const titles = ['Terns were diving', 'Tern', 'Dive']
  for (const title of titles) await addSearched(database, sourceId, { title })
  const read = await addSearched(database, other, { title: 'A tern inland' })
  await addSearched(database, other, { title: 'Another tern inland' })
  await changePostings(database, reader, [read], { isRead: true }, referenceAt)
  await indexAll(database)
})

async function addView(name: string, query: string): Promise<number> {
  const made = await createView(database, reader, { name, query, order: 'newest', layout: null })
  if (typeof made === 'string') throw new Error(made)
  return made.id
}

/** Counts what is asked of the database, too. */
async function counted(withinMs?: number) {
  let statements = 0
  const watched = database.$extends({
    query: {
      $allOperations({ args, query }) {
        statements += 1
        return query(args)
      },
    },
  }) as unknown as Database
  const { counts } = await countViews(watched, reader, referenceAt, withinMs)
  return { counts, statements }
}

test('each view counts its own words, names and stems, whatever stands beside it', async () => {
  const expected = [
    ['tern', 3],
    ['dive', 2],
    ['tern from:sea', 2],
    ['tern from:land', 1],
    ['tern in:coast OR dive', 3],
    ['is:x', 0],
  ] as const
  const ids: number[] = []
  for (const [query] of expected) ids.push(await addView(query, query))
  const { counts } = await counted()
  const wanted = expected.map(([, count], index) => [ids[index], { count, isMore: false }])
  expect(counts).toEqual(Object.fromEntries(wanted))
})

test('what the views have in common is read once for all', async () => {
  const before = await counted()
  for (let index = 0; index < 20; index += 1)
    await addView(`More ${index}`, `tern from:sea${index} OR in:coast`)
  const after = await counted()
  expect(after.statements - before.statements).toBeLessThanOrEqual(20 * 2) // where to begin, and one window
})

test('views whose turn does not come in time are said to be not counted', async () => {
  const { counts, statements } = await counted(0)
  const all = Object.values(counts)
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter((count) => count !== null)).toEqual([{ count: 0, isMore: false }]) // the query that is not understood
  expect(statements).toBeLessThan(6)
})
