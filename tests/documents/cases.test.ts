import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { casesOf, judgeCase } from '#tests/support/judge-case.ts'

const ownFolder = path.resolve('tests', 'fixtures', 'cases')
const largeFolder = path.resolve('..', 'shared', 'cases')

/** Documents that made other readers fail, each with one kind of fault. */
describe('our own cases', () => {
  const cases = casesOf(ownFolder)

  it.each(cases)('%s is read as it was meant', async (file, expected) => {
    await judgeCase(path.join(ownFolder, 'documents', file), expected)
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
