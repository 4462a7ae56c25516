import { expect, it } from 'vitest'
import { nameOfPage, tellingTitle } from '#lib/documents/identity/telling-title.ts'

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

it('the name of the site that a post links to stays, its address does not', () => {
  expect(tellingTitle('Last.fm', 'https://www.last.fm/', excerpt)).toBe('Last.fm')
  expect(tellingTitle('https://last.fm', 'https://www.last.fm/', excerpt)).toBe('')
})

it.each(['Ferries', '🎉', '9', '今日', 'https://example.org/another'])('the title %j stays', (title) => {
  expect(tellingTitle(title, url, excerpt)).toBe(title)
})

it.each([
  ['https://www.example.org/p/Ferry%20timetable/', 'example.org/p/Ferry timetable'],
  ['https://example.org/%E6%97%A5%E6%9C%AC', 'example.org/日本'],
  ['https://example.org/a%2Fb?c=%26', 'example.org/a%2Fb?c=%26'],
  ['https://example.org/%E2%80%AEgpj.exe', 'example.org/%E2%80%AEgpj.exe'],
  ['https://example.org/%ff', 'example.org/%ff'],
])('a page of which only the address %s is known is called %s', (address, name) => {
  expect(nameOfPage(address)).toBe(name)
})
