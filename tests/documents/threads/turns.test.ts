import { expect, test } from 'vitest'
import { createTurns } from '#lib/documents/threads/turns.ts'

/** In which order work is done that is there from the beginning, one letter for its owner. */
function orderOf(owners: string): string {
  const turns = createTurns<string>()
  for (const owner of owners) turns.add(owner, owner)
  return [...owners].map(() => turns.next()).join('')
}

test('owners take turns, each in the order of its own work', () => {
  expect(orderOf('aaaabbc')).toBe('abcabaa')
  const turns = createTurns<number>()
  for (const work of [1, 2, 3]) turns.add('a', work)
  expect([turns.next(), turns.next(), turns.next(), turns.next()]).toEqual([1, 2, 3, undefined])
})

test('who comes later than one with much work waits for no more than one piece of it', () => {
  const turns = createTurns<string>()
  turns.add('a', 'a1')
  expect(turns.next()).toBe('a1')
  for (const work of ['a2', 'a3']) turns.add('a', work)
  for (const owner of ['b', 'c']) turns.add(owner, `${owner}1`)
  expect([turns.count(), turns.count('a'), turns.count('d')]).toEqual([4, 2, 0])
  expect([turns.next(), turns.next(), turns.next(), turns.next()]).toEqual(['b1', 'c1', 'a2', 'a3'])
})
