import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainQuery } from '#lib/search/explain-query.ts'
import { formatQuery } from '#lib/search/format-query.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import { foldedWordsOf } from '#lib/search/words.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

const pieces = [
  ...[
    'a',
    'word',
    'Wörter',
    '"',
    '“',
    '«',
    '»',
    '(',
    ')',
    '|',
    'OR',
    'AND',
    'NOT',
    '-',
    '−',
    '*',
    ':',
    ' ',
    '  ',
  ],
  ...[
    'title:',
    'from:',
    'in:',
    'is:',
    'is:unread',
    'before:',
    '2026-01-13',
    '7d',
    'on:',
    'delay:',
    '<15m',
    '日本語',
  ],
  ...['é', '\0', '\ud800', '\u202e', '&', '!', "'", '\\', '<->', '😀'],
]
const queryText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

describe('any text', () => {
  test('is a query, or wrong at a place in it; never both, never an exception', () => {
    fc.assert(
      fc.property(queryText, (text) => {
        return parseQuery(text).errors.every(
          ({ at, length }) => at >= 0 && length > 0 && at + length <= text.length,
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('that holds more than blanks looks for something, or is wrong', () => {
    fc.assert(
      fc.property(queryText, (text) => {
        const { query, errors } = parseQuery(text)
        return text.trim() === '' || errors.length > 0 || query.kind !== 'all'
      }),
      { numRuns: 1000 },
    )
  })

  test('that is right means the same after it was written anew', () => {
    fc.assert(
      fc.property(queryText, (text) => {
        const { query, errors } = parseQuery(text)
        if (errors.length > 0) return true
        return isDeepStrictEqual(parseQuery(formatQuery(query)), { query, errors: [] })
      }),
      { numRuns: 1000 },
    )
  })

  test('is coloured from left to right without overlaps', () => {
    fc.assert(
      fc.property(queryText, (text) => {
        const stretches = explainQuery(text)
        const last = stretches.at(-1)
        return (
          stretches.every(({ at }, index) => {
            const before = stretches[index - 1]
            return before === undefined || at >= before.at + before.length
          }) &&
          (last === undefined || last.at + last.length <= text.length)
        )
      }),
      { numRuns: 500 },
    )
  })

  test('has words that stand where they say, without blanks, quotation marks and signs of the database', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        return foldedWordsOf(text).every(
          (word) =>
            /^[^\s'\\&|!:*()<>~@#=/\0]+$/u.test(word.text) &&
            word.end > word.start &&
            word.end <= text.length,
        )
      }),
      { numRuns: 1000 },
    )
  })
})

test.each(['"', '(', '-', 'title:', 'a* ', 'OR ', '((a OR b) ', 'x|'])(
  '%j many times is read in time that grows with its length',
  async (piece) => {
    const read = (count: number) => parseQuery(piece.repeat(count))
    expect(await growthOverFour(read, 200)).toBeLessThan(growthOfNoSquare)
  },
)
