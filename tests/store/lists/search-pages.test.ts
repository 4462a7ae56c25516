import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { parsePostingCursor } from '#lib/store/ground/posting-cursor.ts'
import { findOrCreateArchives } from '#lib/store/postings/archives.ts'
import { countHits } from '#lib/store/lists/search.ts'
import { searchClock } from '#lib/store/search/search-hits.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import {
  addSearched,
  addTitles,
  indexAll,
  openSearchedWorld,
  search,
  titlesFound,
} from '#tests/support/world/searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const dayMs = 86_400_000

let database: Database
let stop: () => Promise<void>
let reader: string
let english: number

beforeAll(async () => {
  ;({ database, stop, reader, english } = await openSearchedWorld())
})

afterAll(() => stop())

const add = (sourceId: number, ...titles: string[]) => addTitles(database, sourceId, titles)
/** The titles of all pages of the best hits, or of those until so many have come. */
async function page(text: string, most: number, onPage = () => {}): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = null
  do {
    onPage()
    const after: ReturnType<typeof parsePostingCursor> = cursor === null ? null : parsePostingCursor(cursor)
    const { postings, nextCursor }: Awaited<ReturnType<typeof search>> = await search(
      database,
      reader,
      text,
      {
        isBest: true,
        limit: 90,
        after,
      },
    )
    found.push(...postings.map(({ title }) => title))
    cursor = nextCursor
  } while (cursor !== null && found.length <= most)
  return found
}

const find = (text: string, request = {}) => titlesFound(database, reader, text, request)

test('only own subscriptions are searched', async () => {
  const other = await addReader(database, 'other')
  const { sourceId } = await addSubscription(database, other, 'private')
  await add(sourceId, 'Platypus secret')
  expect(await find('platypus')).toEqual([])
  expect(await find('platypuss')).toEqual([])
  expect(await find('-nothing from:private')).toEqual([])
  expect(await titlesFound(database, other, 'platypus')).toEqual(['Platypus secret'])
})

test('pages follow one another without gaps, in both directions, with many at one instant', async () => {
  const all: string[] = []
  for (let index = 0; index < 60; index++) {
    const title = `Heron ${index}`
    all.push(title)
    const shownAt = referenceAt - 200 * dayMs + Math.floor(index / 7) * 5 * dayMs
    await addSearched(database, english, { title, shownAt })
  }
  await indexAll(database)
  for (const order of ['newest', 'oldest'] as const) {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const after: ReturnType<typeof parsePostingCursor> = cursor === null ? null : parsePostingCursor(cursor)
      const filter = { show: 'all', starred: false, later: false, order } as const
      const page: Awaited<ReturnType<typeof search>> = await search(database, reader, 'heron', {
        limit: 7,
        after,
        filter,
      })
      found.push(...page.postings.map(({ title }) => title))
      expect(found.length).toBeLessThanOrEqual(all.length)
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(found).toEqual(order === 'oldest' ? all : all.toReversed())
  }
  const asked = { subscriberId: reader, filter: { show: 'all' } as const, now: referenceAt }
  const { query } = parseQuery('heron')
  expect(await countHits(database, { ...asked, query, limit: 1000 })).toEqual({ count: 60, isMore: false })
  expect(await countHits(database, { ...asked, query, limit: 50 })).toEqual({ count: 50, isMore: true })
})

test('the few postings of own sources are all found among many of others', async () => {
  const other = await addReader(database, 'reader of much')
  const { sourceId } = await addSubscription(database, other, 'much')
  await addPostings(
    database,
    sourceId,
    Array.from({ length: 1200 }, (_, index) => ({ title: 'Godwit', shownAt: referenceAt - index * 60_000 })),
  )
  const own = Array.from({ length: 20 }, (_, index) => `Godwit ${index}`)
  for (const [index, title] of own.entries())
    await addSearched(database, english, { title, shownAt: referenceAt - index ** 3 * 3_600_000 })
  await indexAll(database)
  const filter = { show: 'all', starred: false, later: false } as const
  expect(await find('godwit', { filter: { ...filter, order: 'newest' }, limit: 50 })).toEqual(own)
  expect(await find('godw*', { filter: { ...filter, order: 'newest' }, limit: 7 })).toEqual(own.slice(0, 7))
  expect(await find('godwit', { filter: { ...filter, order: 'oldest' }, limit: 5 })).toEqual(
    own.toReversed().slice(0, 5),
  )
})

test('best first puts hits in titles before those in texts', async () => {
  await addSearched(database, english, {
    title: 'Ibis',
    html: '<p>A bird</p>',
    shownAt: referenceAt - 2 * dayMs,
  })
  await addSearched(database, english, { title: 'A bird', html: '<p>Like an ibis, some say, or not</p>' })
  await indexAll(database)
  expect(await find('ibis')).toEqual(['A bird', 'Ibis'])
  expect(await find('ibis', { isBest: true })).toEqual(['Ibis', 'A bird'])
  expect(await find('ibis', { isBest: true, limit: 1 })).toEqual(['Ibis'])
})

test('behind the best of the newest hits the older ones follow, each once', async () => {
  const titles = Array.from({ length: 460 }, (_, index) =>
    index % 50 === 0 ? `Curlew ${index}` : `Wader ${index}`,
  )
  for (const [index, title] of titles.entries())
    await addSearched(database, english, {
      title,
      shownAt: referenceAt - 300 * dayMs - index * 60_000,
      html: '<p>Much is written of birds, and of a curlew among others</p>',
    })
  await indexAll(database)
  const found = await page('curlew', titles.length)
  expect(found.toSorted()).toEqual(titles.toSorted())
  expect(found.slice(0, 8).toSorted()).toEqual(
    titles
      .filter((title) => /Curlew [1-3]?\d?\d$/.test(title))
      .slice(0, 8)
      .toSorted(),
  )
  expect(found.slice(400)).toEqual(titles.slice(400))
})

test('a search that gives up after other postings on each page shows each hit once', async () => {
  const titles = Array.from({ length: 300 }, (_, index) =>
    index % 40 === 0 ? `Dunlin ${index}` : `Stint ${index}`,
  )
  for (const [index, title] of titles.entries())
    await addSearched(database, english, {
      title,
      shownAt: referenceAt - 400 * dayMs - index * 90 * 60_000,
      html: '<p>Much is written of birds, and of a dunlin among others</p>',
    })
  await indexAll(database)
  const { now } = searchClock
  for (const isSlowFirst of [true, false]) {
    let pages = 0
    let looks = 0
    // Each second look at the clock is beyond what a search may take.
    const isSlow = () => (pages === 1) === isSlowFirst
    const clock = vi.spyOn(searchClock, 'now').mockImplementation(() => {
      looks += 1
      return isSlow() ? now() + looks * 1_000 : now()
    })
    const found = await page('dunlin', titles.length, () => (pages += 1))
    clock.mockRestore()
    expect(found.toSorted()).toEqual(titles.toSorted())
  }
})

test('what comes while somebody pages through the best hits moves none of them', async () => {
  const titles = Array.from({ length: 30 }, (_, index) => `Avocet ${index}`)
  for (const title of titles) await addSearched(database, english, { title, html: `<p>${title}</p>` })
  await indexAll(database)
  const page = async (cursor: string | null) =>
    search(database, reader, 'avocet', {
      isBest: true,
      limit: 10,
      after: cursor === null ? null : parsePostingCursor(cursor),
    })
  const first = await page(null)
  await addSearched(database, english, { title: 'Avocet', html: '<p>Avocet avocet avocet</p>' })
  await addSearched(database, english, { title: 'Avocet avocet' })
  await indexAll(database)
  const second = await page(first.nextCursor)
  const third = await page(second.nextCursor)
  const found = [first, second, third].flatMap(({ postings }) => postings.map(({ title }) => title))
  expect(found.toSorted()).toEqual(titles.toSorted())
  expect(third.nextCursor).toBeNull()
})

test('what was kept of a source that was left is found by its words, and nothing else of it', async () => {
  const leaver = await addReader(database, 'leaver')
  const { subscriptionId, sourceId } = await addSubscription(database, leaver, 'left')
  const starred = await addSearched(database, sourceId, { title: 'Bittern starred' })
  await add(sourceId, 'Bittern others')
  await database.postingState.create({
    data: { subscriberId: leaver, sourceId, postingId: starred, starredAt: new Date(referenceAt) },
  })
  await indexAll(database)
  const found = (text: string) => titlesFound(database, leaver, text)
  expect((await found('bittern')).toSorted()).toEqual(['Bittern others', 'Bittern starred'])
  await unsubscribe(database, leaver, [subscriptionId], referenceAt)
  expect(await found('bittern')).toEqual(['Bittern starred'])
  expect(await found('bittern is:starred')).toEqual(['Bittern starred'])
  expect(await found('bittern -is:starred')).toEqual([])
  expect(await titlesFound(database, leaver, 'bittern', { isBest: true })).toEqual(['Bittern starred'])
  expect(await find('bittern')).toEqual([])
})

test('what an import put into an archive of its reader is found by its words alone, by nobody else', async () => {
  const importer = await addReader(database, 'importer')
  const archives = await database.$transaction((transaction) =>
    findOrCreateArchives(
      transaction,
      importer,
      [{ feedUrl: 'https://gone.example/feed', title: 'Gone', siteUrl: null }],
      referenceAt,
    ),
  )
  const archiveId = archives.get('https://gone.example/feed') ?? 0
  const later = await addSearched(database, archiveId, { title: 'Quetzal later' })
  const starred = await addSearched(database, archiveId, { title: 'Quetzal starred' })
  const ofImport = { subscriberId: importer, sourceId: archiveId, isRead: true }
  await database.postingState.createMany({
    data: [
      { ...ofImport, postingId: later, laterAt: new Date(referenceAt) },
      { ...ofImport, postingId: starred, starredAt: new Date(referenceAt) },
    ],
  })
  await indexAll(database)
  expect((await titlesFound(database, importer, 'quetzal')).toSorted()).toEqual([
    'Quetzal later',
    'Quetzal starred',
  ])
  expect(await titlesFound(database, importer, 'quetzal is:starred')).toEqual(['Quetzal starred'])
  expect(await find('quetzal')).toEqual([])
})

test('marks say where the hits are, far in a text by a piece of it', async () => {
  const html = `<p>${'filler '.repeat(80)}then an <b>axolotl</b> swims &amp; axolotls sleep</p>`
  await addSearched(database, english, { title: 'Of water', html })
  await addSearched(database, english, { title: 'Axolotls & “axolotl”' })
  await indexAll(database)
  const { postings, search: notes } = await search(database, reader, 'axolotl')
  const [inTitle, inText] = postings.map(({ id }) => notes?.marks[id])
  expect(inTitle).toEqual({
    title: [
      [0, 8],
      [12, 19],
    ],
    excerpt: [],
    snippet: null,
  })
  const { text = '', marks = [] } = inText?.snippet ?? {}
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['axolotl', 'axolotls'])
  for (const [asked, marked] of [
    ['ax*', ['Axolotls', 'axolotl']],
    ['axo*', ['Axolotls', 'axolotl']],
    ['"axolotls axolotl"', ['Axolotls & “axolotl']],
    ['"axolotls"', ['Axolotls']],
  ] as const) {
    const found = await search(database, reader, asked)
    const title = 'Axolotls & “axolotl”'
    const id = found.postings.find((posting) => posting.title === title)?.id ?? ''
    expect(found.search?.marks[id]?.title, asked).toEqual(
      marked.map((text) => [title.indexOf(text), title.indexOf(text) + text.length]),
    )
  }
})

test('marks say where words stand that were tried instead, phrases that say a word twice, and pairs of characters', async () => {
  for (const [asked, title, marked] of [
    ['zandpiper', 'Of sandpipers and one sandpiper', ['sandpiper']],
    ['"knot a knot"', 'Knot a knot a knot', ['Knot a knot a knot']],
    ['東京', '東京の鳥', ['東京']],
    ['鳥', '東京の鳥', ['鳥']],
  ] as const) {
    await addSearched(database, english, { title })
    await indexAll(database)
    const found = await search(database, reader, asked)
    const id = found.postings.find((posting) => posting.title === title)?.id ?? ''
    const marks = found.search?.marks[id]?.title ?? []
    expect(
      marks.map(([from, to]) => title.slice(from, to)),
      asked,
    ).toEqual(marked)
  }
})

test('any text is answered, whatever signs of the database it has', async () => {
  const texts = [
    ...["a & b | !c <-> d:*A '", "'; DROP TABLE posting --", '\\', "l''eau", '%_%', 'a:b:c', '$1 ${x} {0}'],
    ...[
      '~de',
      '@0.1 #1',
      '-a -b',
      '☃ 😀',
      '\ud800',
      'a'.repeat(1900),
      'é'.repeat(1900),
      '- - -',
      'x*y*',
      '日'.repeat(500),
    ],
    ...['url:https://a.example/?x=1&y=2', 'title:"a b"*', 'is:unread -is:starred OR delay:>0m'],
  ]
  const understood = texts.filter((text) => parseQuery(text).errors.length === 0)
  expect(understood.length).toBeGreaterThan(texts.length / 2)
  for (const text of understood) {
    const { query } = parseQuery(text)
    const filter = { show: 'all', starred: false, later: false, order: 'newest' } as const
    await expect(
      search(database, reader, text, { filter, limit: 5 }),
      JSON.stringify(query),
    ).resolves.toMatchObject({ postings: expect.any(Array) as unknown[] })
  }
})
