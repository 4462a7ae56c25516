import { expect, test } from 'vitest'
import { unknownNames } from '#components/search/unknown-names.ts'

const known = {
  in: [['World News'], ['Coast']],
  label: [['Important']],
  from: [['My paper', 'The Daily Example', 'daily.example']],
}

test('names that something has are known, as the search compares them', () => {
  const text = 'in:"world news" folder:coast label:important from:paper from:"the daily" from:daily.example'
  expect(unknownNames(text, known)).toEqual([])
})

test('a name that nothing has is told with its place and the nearest one', () => {
  expect(unknownNames('tern in:Cost -label:x from:"My papr"', known)).toEqual([
    { kind: 'folder', at: 5, length: 7, name: 'Cost', nearest: 'Coast' },
    { kind: 'label', at: 14, length: 7, name: 'x', nearest: null },
    { kind: 'source', at: 22, length: 14, name: 'My papr', nearest: 'My paper' },
  ])
})

test('nothing is told of what is not loaded yet, and of a search with mistakes', () => {
  expect(unknownNames('in:nope', { ...known, in: undefined })).toEqual([])
  expect(unknownNames('in:nope before:soon', known)).toEqual([])
})
