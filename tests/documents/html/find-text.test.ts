import { expect, test } from 'vitest'
import { findText } from '#lib/documents/html/find-text.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

test('a text is found where it stands, from a place on, as by indexOf', () => {
  const random = seededRandom(11)
  const letters = (length: number) => Array.from({ length }, () => (random() < 0.9 ? 'a' : 'b')).join('')
  for (let n = 0; n < 200; n += 1) {
    const text = letters(2_000)
    const at = Math.floor(random() * 1_600)
    const from = Math.floor(random() * 400)
    const sought = random() < 0.5 ? text.slice(at, at + 300) : letters(260)
    expect(findText(text, sought, from)).toBe(text.indexOf(sought, from))
  }
  expect([findText('abc', 'c'), findText('abc', ''), findText('', 'a'.repeat(300))]).toEqual([2, 0, -1])
})

test('a long text that is nowhere is looked for in linear time', async () => {
  const look = (length: number) =>
    findText('a'.repeat(10 * length), `${'a'.repeat(length)}b${'a'.repeat(length)}`)
  expect(await growthOverFour(look, 2_000)).toBeLessThan(growthOfNoSquare)
})
