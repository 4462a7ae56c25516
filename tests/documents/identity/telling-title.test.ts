import { expect, it } from 'vitest'
import { tellingTitle } from '#lib/documents/identity/telling-title.ts'

const url = 'https://www.example.org/notes/7/'
const excerpt = 'The first swallow.'

it.each([
  'https://www.example.org/notes/7/',
  'http://Example.org/notes/7',
  'example.org/notes/7',
  '.',
  '…',
  ' ',
])('the title %j, which says nothing, leaves its place to the first words', (title) => {
  expect(tellingTitle(title, url, excerpt)).toBe('')
  expect(tellingTitle(title, url, '')).toBe(title)
})

it.each(['Ferries', '🎉', '9', '今日', 'https://example.org/another'])('the title %j stays', (title) => {
  expect(tellingTitle(title, url, excerpt)).toBe(title)
})
