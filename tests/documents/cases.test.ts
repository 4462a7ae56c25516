import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleaningVersion } from '#lib/documents/html/sanitise-html.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { casesOf, judgeCase } from '#tests/support/data/judge-case.ts'

const ownFolder = path.resolve('tests', 'fixtures', 'cases')
const largeFolder = path.resolve('..', 'shared', 'cases')

/** Documents that made other readers fail, each with one kind of fault. */
describe('our own cases', () => {
  const cases = casesOf(ownFolder)

  it.each(cases)('%s is read as it was meant', async (file, expected) => {
    await judgeCase(path.join(ownFolder, 'documents', file), expected)
  })

  it('come out as the version of the cleaning says', async () => {
    const texts = createHash('sha1')
    for (const [file, { type = 'application/xml' }] of cases) {
      const body = readFileSync(path.join(ownFolder, 'documents', file))
      const result = await parseFeed({ body, contentType: type, url: 'http://localhost/' })
      if (result.ok) for (const { html } of result.feed.entries) texts.update(`${html}\n`)
    }
    // Where this fails, raise `cleaningVersion` as well, or readers are told of edits that nobody made.
    expect([cleaningVersion, texts.digest('hex').slice(0, 8)]).toEqual([5, '29dcef1a'])
  })

  it('has two documents of every kind', () => {
    const kinds = Map.groupBy(cases, ([, { kind }]) => kind)
    expect(kinds.size).toBeGreaterThan(14)
    for (const [kind, all] of kinds) expect(all.length, kind).toBeGreaterThan(1)
  })
})

const hasLarge = existsSync(largeFolder)
describe.skipIf(!hasLarge)('the cases of ../shared/cases', () => {
  it.each(hasLarge ? casesOf(largeFolder) : [])('%s is read as it was meant', async (file, expected) => {
    await judgeCase(path.join(largeFolder, 'documents', file), expected)
  })
})
