import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { Database } from '#lib/store/database.ts'
import { parsePostingCursor } from '#lib/store/posting-cursor.ts'
import { changePostings } from '#lib/store/posting-states.ts'
import { countHits, matchPostings } from '#lib/store/search.ts'
import { addReader, addSubscription, openTestDatabase } from '#tests/support/reading.ts'
import { addSearched, indexAll, search, titlesFound } from '#tests/support/searching.ts'
import { referenceAt } from '#tests/support/test-clock.ts'

const dayMs = 86_400_000

let database: Database
let stop: () => Promise<void>
let reader: string
let english: number
let german: number
let asian: number

beforeAll(async () => {
  ;({ database, stop } = await openTestDatabase())
  reader = await addReader(database, 'reader')
  ;({ sourceId: english } = await addSubscription(database, reader, 'times', { folderName: 'World News' }))
  ;({ sourceId: german } = await addSubscription(database, reader, 'zeitung'))
  ;({ sourceId: asian } = await addSubscription(database, reader, 'asia'))
  const language = (id: number, tag: string) =>
    database.source.update({ where: { id }, data: { language: tag } })
  await language(english, 'en-us')
  await language(german, 'de')
  await database.source.update({ where: { id: german }, data: { title: 'Süddeutsche Zeitung' } })
})

afterAll(() => stop())

async function add(sourceId: number, ...titles: string[]): Promise<bigint[]> {
  const ids: bigint[] = []
  for (const title of titles) ids.push(await addSearched(database, sourceId, { title }))
  await indexAll(database)
  return ids
}

const find = (text: string, request = {}) => titlesFound(database, reader, text, request)

describe('words', () => {
  beforeAll(async () => {
    await add(english, 'Runners were running fast', 'A café in Århus', 'Nothing of note')
    await add(german, 'Die Häuser der Straße', 'Wir laufen heute')
  })

  test('are found in other forms of the language of their text', async () => {
    expect(await find('runs')).toEqual(['Runners were running fast'])
    expect(await find('haus')).toEqual(['Die Häuser der Straße'])
    expect(await find('läuft OR lauf')).toEqual(['Wir laufen heute'])
  })

  test('are found with and without accents, in capitals, in other widths', async () => {
    for (const text of ['cafe', 'CAFÉ', 'cafe\u0301', 'ｃａｆｅ', 'arhus']) {
      expect(await find(text), text).toEqual(['A café in Århus'])
    }
    expect(await find('strasse')).toEqual(['Die Häuser der Straße'])
  })

  test('in quotation marks are found as they stand and side by side', async () => {
    expect(await find('"were running"')).toEqual(['Runners were running fast'])
    expect(await find('"running were"')).toEqual([])
    expect(await find('"runs"')).toEqual([])
    expect(await find('"die hauser"')).toEqual(['Die Häuser der Straße'])
  })

  test('with a star are beginnings', async () => {
    expect(await find('runn*')).toEqual(['Runners were running fast'])
    expect(await find('ca* -fast')).toEqual(['A café in Århus'])
    expect(await find('"were run"*')).toEqual(['Runners were running fast'])
  })

  test('are joined by OR, excluded by a minus, grouped by parentheses', async () => {
    expect(await find('(cafe OR laufen) -heute')).toEqual(['A café in Århus'])
    expect(await find('note -(cafe | nothing)')).toEqual([])
  })

  test('that nobody wrote find words like them', async () => {
    const page = await search(database, reader, 'runers')
    expect(page.postings.map(({ title }) => title)).toEqual(['Runners were running fast'])
    expect(page.search).toMatchObject({ isSimilar: true, isComplete: true })
    expect(page.search?.marks[page.postings[0]?.id ?? '']?.title).toEqual([[0, 7]])
    expect((await search(database, reader, 'xqzzw')).postings).toEqual([])
  })
})

test('Chinese, Japanese and Korean words are found without blanks, by pairs and alone', async () => {
  await add(asian, '東京大学の研究', '日本語を話す', '한국어신문', '京東')
  expect(await find('東京')).toEqual(['東京大学の研究'])
  expect(await find('本語')).toEqual(['日本語を話す'])
  expect(await find('京大学')).toEqual(['東京大学の研究'])
  expect(await find('究')).toEqual(['東京大学の研究'])
  expect(await find('국어')).toEqual(['한국어신문'])
})

test('text from right to left is found with and without its points', async () => {
  await add(asian, 'الكِتَابُ الجديد', 'שָׁלוֹם עולם')
  expect(await find('الكتاب')).toEqual(['الكِتَابُ الجديد'])
  expect(await find('שלום')).toEqual(['שָׁלוֹם עולם'])
})

describe('fields', () => {
  beforeAll(async () => {
    const at = referenceAt - 40 * dayMs
    await addSearched(database, english, {
      ...{ title: 'Zebra crossing', author: 'Mary Wollstone', html: '<p>Of giraffes</p>', shownAt: at },
      ...{
        url: 'https://zoo.example/animals/zebra',
        enclosures: [{ url: 'https://zoo.example/a', type: 'audio/mpeg' }],
      },
    })
    await addSearched(database, german, { title: 'Giraffes', html: 'Zebra', shownAt: at + dayMs })
    await indexAll(database)
  })

  test('title, author, text and url look there only', async () => {
    expect(await find('title:zebra')).toEqual(['Zebra crossing'])
    expect(await find('text:zebra')).toEqual(['Giraffes'])
    expect(await find('author:wollstone')).toEqual(['Zebra crossing'])
    expect(await find('author:zebra')).toEqual([])
    expect(await find('url:zoo.example/animals')).toEqual(['Zebra crossing'])
    expect(await find('animals')).toEqual([])
    expect(await find('title:zebras')).toEqual(['Zebra crossing'])
  })

  test('from, in and lang name sources', async () => {
    expect(await find('zebra from:suddeutsche')).toEqual(['Giraffes'])
    expect(await find('zebra from:times.example')).toEqual(['Zebra crossing'])
    expect(await find('zebra in:"world news"')).toEqual(['Zebra crossing'])
    expect(await find('zebra -in:"world news"')).toEqual(['Giraffes'])
    expect(await find('zebra lang:en')).toEqual(['Zebra crossing'])
    expect(await find('zebra in:World')).toEqual([])
  })

  test('dates are days, months, years and times ago', async () => {
    expect(await find('zebra before:2025-11-27')).toEqual(['Zebra crossing'])
    expect(await find('zebra after:2025-11-27')).toEqual(['Giraffes'])
    expect(await find('zebra on:2025-11-26')).toEqual(['Zebra crossing'])
    expect(await find('zebra on:2025-11')).toEqual(['Giraffes', 'Zebra crossing'])
    expect(await find('zebra after:39d')).toEqual(['Giraffes'])
    expect(await find('zebra before:2025')).toEqual([])
  })

  test('is:audio finds what can be heard, label: and is:later nothing yet', async () => {
    expect(await find('is:audio')).toEqual(['Zebra crossing'])
    expect(await find('zebra is:video')).toEqual([])
    expect(await find('zebra label:x')).toEqual([])
    expect(await find('zebra is:later')).toEqual([])
  })
})

test('what is read, starred and updated is known, also where no word is given', async () => {
  const [first = 0n, second = 0n] = await add(english, 'Quokka one', 'Quokka two')
  await changePostings(database, reader, [first], { isRead: true, isStarred: true }, referenceAt)
  expect(await find('quokka is:unread')).toEqual(['Quokka two'])
  expect(await find('quokka is:read')).toEqual(['Quokka one'])
  expect(await find('is:starred')).toEqual(['Quokka one'])
  expect(await find('is:unread from:times title:quokka')).toEqual(['Quokka two'])
  await database.posting.update({
    where: { id: second },
    data: { title: 'Wallaby', editedAt: new Date(referenceAt) },
  })
  await indexAll(database)
  expect(await find('quokka')).toEqual(['Quokka one'])
  expect(await find('is:updated')).toEqual(['Wallaby'])
  expect(await find('wallaby')).toEqual(['Wallaby'])
})

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
      const filter = { show: 'all', starred: false, order } as const
      const page: Awaited<ReturnType<typeof search>> = await search(database, reader, 'heron', {
        limit: 7,
        after,
        filter,
      })
      found.push(...page.postings.map(({ title }) => title))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(found).toEqual(order === 'oldest' ? all : all.toReversed())
  }
  const asked = { subscriberId: reader, filter: { show: 'all' } as const, now: referenceAt }
  const { query } = parseQuery('heron')
  expect(await countHits(database, { ...asked, query, limit: 1000 })).toEqual({ count: 60, isMore: false })
  expect(await countHits(database, { ...asked, query, limit: 50 })).toEqual({ count: 50, isMore: true })
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
})

test('matching postings by their ids agrees with searching them', async () => {
  const ids = await add(german, 'Möwen und Tauben', 'Tauben', 'Möwe')
  const matching = (text: string) =>
    matchPostings(database, { subscriberId: reader, query: parseQuery(text).query, ids, now: referenceAt })
  expect(await matching('möwe')).toEqual([ids[0], ids[2]])
  expect(await matching('möwe -taube')).toEqual([ids[2]])
  expect(await matching('from:zeitung')).toEqual(ids)
  expect(await matching('in:"World News"')).toEqual([])
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
  for (const text of texts) {
    const { errors, query } = parseQuery(text)
    if (errors.length > 0) continue
    const filter = { show: 'all', starred: false, order: 'newest' } as const
    await expect(
      search(database, reader, text, { filter, limit: 5 }),
      JSON.stringify(query),
    ).resolves.toBeDefined()
  }
})
