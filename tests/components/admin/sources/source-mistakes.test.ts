import { expect, test } from 'vitest'
import { piecesOf } from '#components/admin/sources/source-mistakes.tsx'
import { parseSourceQuery } from '#lib/search/source-query.ts'

test.each([
  ['rail delay:30 news', ['rail ', '[delay:30]', ' news']],
  ['rate:x state:y', ['[rate:x]', ' ', '[state:y]']],
  ['rail', ['rail']],
  ['', []],
])('the mistakes of %s are marked where they are', (text, expected) => {
  const pieces = piecesOf(text, parseSourceQuery(text).errors)
  expect(pieces.map((piece) => (piece.isWrong ? `[${piece.text}]` : piece.text))).toEqual(expected)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})
