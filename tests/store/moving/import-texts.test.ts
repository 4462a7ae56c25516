import { expect, test } from 'vitest'
import { comparedText, holdsText } from '#lib/documents/identity/holds-text.ts'
import { joinNotes } from '#lib/store/moving/import-notes.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

const text = (html: string) => comparedText({ title: 'A', html, enclosures: [] })
const note = (words: string) => ({ note: words, highlights: [] })
const joinAll = (notes: readonly string[]) => joinNotes(notes.map(note)).note
const joined = (...notes: readonly string[]) => joinAll(notes)

test('a text holds another where it begins or ends with its words, whatever its tags and spaces are, and has its title', () => {
  expect(holdsText(text('<p>One two <b>three</b></p>'), text('One  two'))).toBe(true)
  expect(holdsText(text('One two three'), text('<p>three</p>'))).toBe(true)
  expect(holdsText(text('One two three'), text('One two four'))).toBe(false)
  expect(holdsText(text('One two'), text('One two <img src="a">'))).toBe(false)
  const titled = (title: string) => comparedText({ title, html: 'One two', enclosures: [] })
  expect(holdsText(titled('A'), titled(''))).toBe(true)
  expect(holdsText(titled('A'), titled('B'))).toBe(false)
  expect(holdsText(titled(''), titled('A'))).toBe(false)
})

test('notes are joined by paragraphs: each once, in their order, none lost', () => {
  expect(joined('One', 'Two')).toBe('One\n\nTwo')
  expect(joined('One\n\nTwo\n\nThree', 'Two')).toBe('One\n\nTwo\n\nThree')
  expect(joined('One', 'Zero\n\nOne\n\nTwo')).toBe('Zero\n\nOne\n\nTwo')
  expect(joined('One more', 'One')).toBe('One more\n\nOne')
  expect(joined('', 'One', '')).toBe('One')
})

test('texts and notes of strangers are compared in linear time', async () => {
  const repeated = (size: number) =>
    ['a'.repeat(4 * size), `${'a'.repeat(size)}b${'a'.repeat(size)}`] as const
  const texts = (size: number) => {
    const [long = '', odd = ''] = repeated(size)
    return holdsText(text(long), text(odd))
  }
  expect(await growthOverFour(texts, 20_000)).toBeLessThan(growthOfNoSquare)
  expect(await growthOverFour((size) => joinAll(repeated(size)), 20_000)).toBeLessThan(growthOfNoSquare)
  const many = (size: number) => joinAll(Array.from({ length: size }, (_, n) => `Note ${n}`))
  expect(await growthOverFour(many, 1_000)).toBeLessThan(growthOfNoSquare)
})
