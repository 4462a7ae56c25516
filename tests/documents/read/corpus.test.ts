import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import type { ParsedEntry } from '#lib/documents/read/feed-types.ts'
import {
  compareCorpus,
  createCorpusPool,
  fields,
  goals,
  listDocuments,
  parseListed,
  shareOf,
} from '#tests/support/data/corpus.ts'
import { largeFolder, sampleFolder } from '#tests/support/data/test-data.ts'

/** Feed documents through the same threads and limits as in production. */
const pool = createCorpusPool()
afterAll(() => pool.close())

type Failure = { readonly file: string; readonly field: string; readonly cause: string }
const failures = new URL('../../fixtures/feeds/corpus-failures.json', import.meta.url)

describe('our own documents', () => {
  const folder = sampleFolder('feed-corpus')

  it('are read as their manifest says', async () => {
    const compared = await compareCorpus(pool, folder)
    for (const field of fields) expect(shareOf(compared, field).known, field).toBeGreaterThan(25)
    expect(compared.filter(({ isRight }) => !isRight)).toEqual([])
  })

  it('give every title and link', async () => {
    const known = listDocuments(folder).filter(({ expected }) => expected?.plain_titles !== undefined)
    expect(known.length).toBeGreaterThan(40)
    for (const listed of known) {
      const { plain_titles: titles, links } = listed.expected ?? {}
      const entries = await entriesOf(folder, listed)
      expect(
        entries.map(({ title }) => title),
        listed.file,
      ).toEqual(titles)
      if (links !== undefined)
        expect(
          entries.map(({ originalUrl, url }) => originalUrl ?? url),
          listed.file,
        ).toEqual(links)
    }
  })

  it('are refused where they are no feed, and run no code', () => refusesAndDisarms(folder))
})

const large = largeFolder('feed-corpus')
if (large !== null)
  describe('the documents of other readers', () => {
    it('are read as their manifest says, but for those that are listed with their cause', async () => {
      const compared = await compareCorpus(pool, large)
      for (const field of fields) {
        expect(shareOf(compared, field).known, field).toBeGreaterThan(600)
        expect(shareOf(compared, field).percent, field).toBeGreaterThanOrEqual(goals[field])
      }
      const wrong = compared.filter(({ isRight }) => !isRight).map(({ file, field }) => `${field}: ${file}`)
      const listed = JSON.parse(readFileSync(failures, 'utf8')) as Failure[]
      expect(wrong.sort()).toEqual(listed.map(({ file, field }) => `${field}: ${file}`).sort())
      expect(listed.filter(({ cause }) => cause.length < 20)).toEqual([])
    })

    it('are refused where they are no feed, and run no code', () => refusesAndDisarms(large))
  })

async function entriesOf(
  folder: string,
  listed: ReturnType<typeof listDocuments>[number],
): Promise<readonly ParsedEntry[]> {
  const result = await parseListed(pool, folder, listed)
  if (!result.ok) throw new Error(`${listed.file}: ${result.error.message}`)
  return result.feed.entries
}

async function refusesAndDisarms(folder: string): Promise<void> {
  const all = listDocuments(folder)
  const others = all.filter(({ expected }) => expected?.not_a_feed === true)
  expect(others.length).toBeGreaterThan(2)
  for (const listed of others) expect((await parseListed(pool, folder, listed)).ok, listed.file).toBe(false)
  const hostile = all.filter(({ tags }) => tags?.includes('hostile') === true)
  expect(hostile.length).toBeGreaterThan(8)
  for (const listed of hostile) {
    const shown = JSON.stringify(await parseListed(pool, folder, listed))
    expect(shown, listed.file).not.toMatch(/root:x:|<script|onerror=|href=\\"javascript:/)
    expect(shown.length, listed.file).toBeLessThan(5_000_000)
  }
}
