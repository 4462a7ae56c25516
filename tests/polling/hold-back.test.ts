import { expect, test } from 'vitest'
import { mostOfDay } from '#lib/store/lists/count-of-day.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { logOfEachTest } from '#tests/support/measure/written-log.ts'

const hourMs = 3_600_000
const world = polledWorldOfEachTest()
const log = logOfEachTest('warn')

const batch = (name: string, count: number, hours: number) =>
  Array.from({ length: count }, (_, at) => postingAfter(`${name}-${at}`, hours * hourMs + at))
const serve = (...postings: ReturnType<typeof batch>) =>
  world.server.route('/feed', rss({ postings, now: world.clock.now, window: 10_000 }))
const heldBackAbove = async (id: number) =>
  (await findSourceDetail(world.database, { id: 'ada', role: 'admin' }, id, world.clock.now()))?.heldBackAbove
const heldBack = () =>
  log
    .text()
    .split('\n')
    .filter((line) => line.includes('"postings-held-back"'))
    .map((line) => (JSON.parse(line) as { readonly heldBack: number }).heldBack)

test('the first document of a source is stored whole; of later ones so many a day, said in the log and on its page, the rest on the next', async () => {
  serve(...batch('first', mostOfDay + 50, -100))
  const id = await world.addSource('/feed')
  await world.pass()
  expect(await world.database.posting.count()).toBe(mostOfDay + 50)
  expect(await heldBackAbove(id)).toBeNull()
  const flood = batch('flood', mostOfDay + 20, 0)
  serve(...flood)
  await world.pollAt(id, referenceAt + hourMs)
  expect(await world.database.posting.count()).toBe(2 * mostOfDay + 50)
  await world.pollAt(id, referenceAt + 3 * hourMs) // the same document, asked for and read again
  expect(await world.database.posting.count()).toBe(2 * mostOfDay + 50)
  expect(heldBack()).toEqual([20, 20])
  expect(await heldBackAbove(id)).toBe(mostOfDay)
  await world.pollAt(id, referenceAt + 26 * hourMs)
  const titles = new Set(await world.titles())
  expect(flood.filter(({ title }) => !titles.has(title ?? ''))).toEqual([])
  expect(await world.database.posting.count()).toBe(2 * mostOfDay + 70)
})

test('the oldest that is left of a source counts once its first document was removed', async () => {
  serve(...batch('first', 1, -100))
  const id = await world.addSource('/feed')
  await world.pass()
  serve(...batch('second', mostOfDay, 0))
  await world.pollAt(id, referenceAt + hourMs)
  await world.database.posting.deleteMany({ where: { isInitial: true } })
  serve(...batch('third', 10, 1))
  await world.pollAt(id, referenceAt + 2 * hourMs)
  expect(await world.database.posting.count()).toBe(mostOfDay)
  expect(heldBack()).toEqual([10])
})

test('a long posting counts once more for each 50 kB of its text and its files', async () => {
  const text = (at: number) => `<p>${at}</p> ${'word '.repeat(20_000)}`
  const long = (count: number, hours: number) =>
    batch(`long-${hours}`, count, hours).map((posting, at) => ({
      ...posting,
      text: text(1_000 * hours + at),
    }))
  serve(...batch('first', 1, -100))
  const id = await world.addSource('/feed')
  await world.pass()
  serve(...long(60, 0)) // as a planet brings at once
  await world.pollAt(id, referenceAt + hourMs)
  expect(await world.database.posting.count()).toBe(61)
  expect(heldBack()).toEqual([])
  await world.database.$executeRaw`
    INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "notBeforeAt", "isInitial", "shownAt", "sourceId")
    SELECT 'n' || n, 'N', repeat('word ', 200000), '', '', ${new Date(referenceAt + hourMs)}, ${new Date(referenceAt)}, false,
      ${new Date(referenceAt + hourMs)}, ${id} FROM generate_series(1, 86) n`
  serve(...long(40, 1)) // 60 × 3 and 86 × 21 leave 14: five of them
  await world.pollAt(id, referenceAt + 2 * hourMs)
  expect(heldBack()).toEqual([40 - 5])
  expect(await heldBackAbove(id)).toBe(mostOfDay)
})

test('a feed that gives new ids each time brings neither a posting twice nor keys without end', async () => {
  const first = batch('first', 3, -100).map((posting, at) => ({
    ...posting,
    text: `<p>A long text of posting number ${at}, which says a lot of ${at}</p>`,
  }))
  const serveAnew = (poll: number) =>
    serve(...first.map((posting) => ({ ...posting, guid: `${posting.title ?? ''}, ${poll}` })))
  serveAnew(0)
  const id = await world.addSource('/feed')
  await world.pass()
  for (let poll = 1; poll <= 25; poll += 1) {
    serveAnew(poll)
    await world.pollAt(id, referenceAt + poll * hourMs)
  }
  expect(await world.database.posting.count()).toBe(3)
  expect(await world.database.postingAlias.count()).toBe(3 * 20)
})

test('of many edits of a document 500 are stored at a time, the rest as it is read again', async () => {
  const postings = batch('edited', 600, -100)
  serve(...postings)
  const id = await world.addSource('/feed')
  await world.pass()
  serve(...postings.map((posting) => ({ ...posting, text: 'Other words than before' })))
  const edited = () => world.database.posting.count({ where: { editedAt: { not: null } } })
  await world.pollAt(id, referenceAt + hourMs)
  expect(await edited()).toBe(500)
  await world.pollAt(id, referenceAt + 2 * hourMs)
  expect(await edited()).toBe(600)
  expect(log.text()).toContain('"edits-held-back"')
})

test('edits make the texts of a source 5 MB longer in an hour, the rest as it is read again later', async () => {
  const postings = batch('grown', 10, -100)
  serve(...postings)
  const id = await world.addSource('/feed')
  await world.pass()
  serve(...postings.map((posting, at) => ({ ...posting, text: `<p>${at}</p>${'word '.repeat(180_000)}` })))
  const edited = () => world.database.posting.count({ where: { editedAt: { not: null } } })
  const counts: number[] = []
  for (const hours of [1, 1.2, 2.2]) {
    await world.pollAt(id, referenceAt + hours * hourMs)
    counts.push(await edited())
  }
  expect(counts).toEqual([6, 6, 10])
})

test('edits that write long texts anew without end are held back, too', async () => {
  const texts = (letter: string) =>
    batch('anew', 10, -100).map((posting, at) => ({
      ...posting,
      text: `<p>${at}</p>${`${letter}word `.repeat(16_667)}`,
    }))
  serve(...texts('a'))
  const id = await world.addSource('/feed')
  await world.pass()
  const lastRequest = BigInt(referenceAt + hourMs)
  await world.database.rateLimit.create({ data: { id: 'e', key: `edits|${id}`, count: 4_988, lastRequest } })
  serve(...texts('b'))
  await world.pollAt(id, referenceAt + 1.5 * hourMs)
  expect(await world.database.posting.count({ where: { editedAt: { not: null } } })).toBe(3)
})

test('edits are compared with 32 MB of stored texts at a time, the rest as the document is read again', async () => {
  const postings = batch('stored', 60, -100)
  serve(...postings)
  const id = await world.addSource('/feed')
  await world.pass()
  await world.database.$executeRaw`UPDATE "posting" SET "html" = repeat('word ', 200000)`
  serve(...postings.map((posting) => ({ ...posting, text: 'Other words than before' })))
  const counts: number[] = []
  for (const hours of [1, 2]) {
    await world.pollAt(id, referenceAt + hours * hourMs)
    counts.push(await world.database.posting.count({ where: { editedAt: { not: null } } }))
  }
  expect(counts).toEqual([33, 60])
})

test('what another way of cleaning changes is no edit either where it is stored in parts', async () => {
  const postings = batch('cleaned', 600, -100)
  const serveText = (text: string) => serve(...postings.map((posting) => ({ ...posting, text })))
  const words = Array.from({ length: 20 }, (_, at) => `word${at}`).join(' ')
  serveText(`<p>${words}</p>`)
  const id = await world.addSource('/feed')
  await world.pass()
  await world.database.source.update({ where: { id }, data: { bodyHash: '0:of another cleaning' } })
  serveText(`<p>${words} more</p>`)
  for (const hours of [1, 2]) await world.pollAt(id, referenceAt + hours * hourMs)
  expect(await world.database.posting.count({ where: { html: { contains: 'more' } } })).toBe(600)
  expect(await world.database.posting.count({ where: { editedAt: { not: null } } })).toBe(0)
})
