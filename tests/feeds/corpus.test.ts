import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import {
  compareCorpus,
  createCorpusPool,
  fields,
  goals,
  hasCorpus,
  listDocuments,
  parseListed,
  shareOf,
} from '../support/corpus.ts'

/** The documents of `../shared/feed-corpus` through the same threads and limits as in production. */
const pool = createCorpusPool()
afterAll(() => pool.close())

type Failure = { readonly file: string; readonly field: string; readonly cause: string }
const failures = new URL('../fixtures/feeds/corpus-failures.json', import.meta.url)

describe.skipIf(!hasCorpus)(
  'the corpus of feed documents (skipped where ../shared/feed-corpus is absent)',
  () => {
    it('is read as its manifest says, but for the documents listed with their cause', async () => {
      const compared = await compareCorpus(pool)
      for (const field of fields) {
        expect(shareOf(compared, field).known, field).toBeGreaterThan(600)
        expect(shareOf(compared, field).percent, field).toBeGreaterThanOrEqual(goals[field])
      }
      const wrong = compared.filter(({ isRight }) => !isRight).map(({ file, field }) => `${field}: ${file}`)
      const listed = JSON.parse(readFileSync(failures, 'utf8')) as Failure[]
      expect(wrong.sort()).toEqual(listed.map(({ file, field }) => `${field}: ${file}`).sort())
      expect(listed.filter(({ cause }) => cause.length < 20)).toEqual([])
    })

    it('takes nothing for a feed that is none, and answers within limits on hostile documents', async () => {
      for (const listed of listDocuments()) {
        if (listed.expected?.not_a_feed === true)
          expect((await parseListed(pool, listed)).ok, listed.file).toBe(false)
        if (listed.tags?.includes('hostile') !== true) continue
        const startedAt = performance.now()
        const result = await parseListed(pool, listed)
        expect(performance.now() - startedAt, listed.file).toBeLessThan(2_000)
        const shown = JSON.stringify(result)
        expect(shown, listed.file).not.toMatch(/root:x:|<script|onerror=|href=\\"javascript:/)
        expect(shown.length, listed.file).toBeLessThan(5_000_000)
      }
    })
  },
)
