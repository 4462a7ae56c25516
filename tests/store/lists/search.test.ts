import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
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
let german: number
let asian: number

beforeAll(async () => {
  ;({ database, stop, reader, english } = await openSearchedWorld())
  ;({ sourceId: german } = await addSubscription(database, reader, 'zeitung'))
  ;({ sourceId: asian } = await addSubscription(database, reader, 'asia'))
  const language = (id: number, tag: string) =>
    database.source.update({ where: { id }, data: { language: tag } })
  await language(german, 'de')
  await database.source.update({ where: { id: german }, data: { title: 'Süddeutsche Zeitung' } })
})

afterAll(() => stop())

const add = (sourceId: number, ...titles: string[]) => addTitles(database, sourceId, titles)
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
      title: 'Zebra crossing',
      author: 'Mary Wollstone',
      html: '<p>Of giraffes</p>',
      shownAt: at,
      url: 'https://zoo.example/animals/zebra',
      enclosures: [{ url: 'https://zoo.example/a', type: 'audio/mpeg' }],
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

  test('lang finds by their words the texts of sources that say no language', async () => {
    const { sourceId: silent } = await addSubscription(database, reader, 'silent')
    await add(
      silent,
      'Das Quokka und der Wald ist nicht auf der Insel',
      'The quokka and the wood of the island',
    )
    await add(german, 'Quokka')
    expect(await find('quokka lang:de')).toEqual([
      'Quokka',
      'Das Quokka und der Wald ist nicht auf der Insel',
    ])
    expect(await find('quokka -lang:DE')).toEqual(['The quokka and the wood of the island'])
    expect(await find('lang:en', { place: {}, limit: 1 })).toEqual(['The quokka and the wood of the island'])
    // What a source says of itself is not guessed, nor is a region.
    expect(await find('quokka lang:de-de')).toEqual([])
    expect(await find('(quokka lang:en) OR (lang:fr quokka)')).toEqual([
      'The quokka and the wood of the island',
    ])
  })

  test('lang finds a language with its country, however that is written', async () => {
    await database.source.update({ where: { id: english }, data: { language: 'en-US' } })
    for (const name of ['en', 'en-us', 'en_US'])
      expect(await find(`zebra lang:${name}`), name).toEqual(['Zebra crossing'])
  })

  test('dates are days, months, years and times ago', async () => {
    expect(await find('zebra before:2025-11-27')).toEqual(['Zebra crossing'])
    expect(await find('zebra after:2025-11-27')).toEqual(['Giraffes'])
    expect(await find('zebra on:2025-11-26')).toEqual(['Zebra crossing'])
    expect(await find('zebra on:2025-11')).toEqual(['Giraffes', 'Zebra crossing'])
    expect(await find('zebra after:39d')).toEqual(['Giraffes'])
    expect(await find('zebra before:2025')).toEqual([])
  })

  test('is:audio finds what can be heard, label: and is:later what has that', async () => {
    expect(await find('is:audio')).toEqual(['Zebra crossing'])
    expect(await find('zebra is:video')).toEqual([])
    expect(await find('zebra label:x')).toEqual([])
    expect(await find('zebra is:later')).toEqual([])
  })
})
