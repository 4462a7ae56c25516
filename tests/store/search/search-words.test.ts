import { expect, test } from 'vitest'
import { turnsOf } from '#tests/support/measure/thread-time.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { indexAll } from '#tests/support/world/searching.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

test('words that a search may be corrected to are stored until there are three million of them', async () => {
  const { sourceId } = await addSubscription(database, await addReader(database, 'reader'), 'source')
  const index = async (title: string) => {
    await addPostings(database, sourceId, [{ title }])
    await indexAll(database)
    return database.searchWord.count({ where: { word: title.toLowerCase() } })
  }
  expect(await index('Avocet')).toBe(1)
  await database.$executeRaw`UPDATE pg_class SET reltuples = 3000000 WHERE oid = 'search_word'::regclass`
  expect(await index('Curlew')).toBe(0)
  await database.$executeRaw`UPDATE pg_class SET reltuples = 2000000 WHERE oid = 'search_word'::regclass`
  expect(await index('Godwit')).toBe(1)
})

test('others have their turns while many long texts are made searchable', async () => {
  const { sourceId } = await addSubscription(database, await addReader(database, 'other'), 'signs')
  await addPostings(
    database,
    sourceId,
    Array.from({ length: 60 }, (_, at) => ({ title: `${at}` })),
  )
  const signs = Array.from({ length: 55_000 }, (_, at) => String.fromCodePoint(0x4e00 + (at % 20_000))).join(
    '',
  )
  await database.posting.updateMany({ where: { sourceId }, data: { html: `<p>${signs}</p>` } })
  const { longestMs, allMs } = await turnsOf(() => indexAll(database))
  expect(longestMs).toBeLessThan(allMs / 4)
})

test('words whose letters stand for many keep no other posting from being searchable', async () => {
  const { sourceId } = await addSubscription(database, await addReader(database, 'swollen'), 'ligatures')
  const letter = (at: number) => String.fromCodePoint(0x627 + (Math.floor(at) % 20))
  // Each of the four signs stands for fifteen letters, and the stem of such a word is without the article before it.
  const word = (at: number) =>
    `\u0627\u0644${letter(at / 400)}${letter(at / 20)}${letter(at)}${'\ufdfa'.repeat(4)}`
  const html = `<p>${Array.from({ length: 5_900 }, (_, at) => word(at)).join(' ')}</p>`
  const [hostile] = await addPostings(database, sourceId, [{ title: 'Hostile' }, { title: 'Beside' }])
  await database.source.update({ where: { id: sourceId }, data: { language: 'ar' } })
  await database.posting.update({ where: { id: hostile }, data: { html } })
  await indexAll(database)
  expect(await database.postingSearch.count({ where: { sourceId } })).toBe(2)
})
