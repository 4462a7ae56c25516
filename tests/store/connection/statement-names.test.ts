import { expect, test } from 'vitest'
import { createStatementNames } from '#lib/store/connection/statement-names.ts'

test('a statement has a name from its third time on, its own and always the same', () => {
  const nameOf = createStatementNames()
  const names = Array.from({ length: 5 }, () => [nameOf({ sql: 'SELECT 1' }), nameOf({ sql: 'SELECT 2' })])
  expect(names.slice(0, 2).flat()).toEqual(['', '', '', ''])
  expect(new Set(names.slice(2).flat()).size).toBe(2)
  expect(names[2]).toEqual(names[4])
})

test('searches have none, and connections keep 200 plans at most, however many statements there are', () => {
  const nameOf = createStatementNames()
  const ask = (sql: string) => Array.from({ length: 5 }, () => nameOf({ sql })).at(-1)
  expect(ask(`SELECT 1 WHERE d @@ $1::tsquery`)).toBe('')
  const names = Array.from({ length: 5_000 }, (_, each) => ask(`SELECT ${each}`))
  expect(new Set(names.filter((name) => name !== '')).size).toBe(200)
})
