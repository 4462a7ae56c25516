import { expect, test } from 'vitest'
import { findQuote } from '#components/reading/notes/find-quote.ts'

const text = 'The ferry leaves at noon. The council says: the ferry leaves at six. It rains.'
const places = (found: ReturnType<typeof findQuote>, where: string) =>
  found === null ? null : where.slice(found.start, found.end)

test('of the same words those with the same surroundings are meant', () => {
  const quote = 'ferry leaves at'
  expect(findQuote(text, { quote, before: 'The ', behind: ' noon' })?.start).toBe(4)
  expect(findQuote(text, { quote, before: 'says: the ', behind: ' six. It' })?.start).toBe(48)
})

test('edits around the words do not lose them', () => {
  const edited = `Update: ${text.replace('council', 'harbour master')}`
  const found = findQuote(edited, {
    quote: 'ferry leaves at',
    before: 'council says: the ',
    behind: ' six. It',
  })
  expect(edited.slice(found?.end)).toBe(' six. It rains.')
})

test('words that were edited themselves are what stands between the same surroundings now', () => {
  const edited = text.replace('leaves at six', 'leaves at half past six')
  const highlight = { quote: 'the ferry leaves at six', before: 'The council says: ', behind: '. It rains.' }
  expect(places(findQuote(edited, highlight), edited)).toBe('the ferry leaves at half past six')
})

test('words that are gone are nowhere, nor is half an article between two commas', () => {
  const highlight = { quote: 'a bridge', before: 'They build ', behind: ' here.' }
  expect(findQuote(text, highlight)).toBeNull()
  const long = `They build ${'much else '.repeat(30)} here.`
  expect(findQuote(long, highlight)).toBeNull()
  expect(findQuote(text, { quote: 'gone', before: ' ', behind: ' ' })).toBeNull()
})
