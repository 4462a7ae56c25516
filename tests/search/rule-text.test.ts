import { describe, expect, test } from 'vitest'
import { formatQuery } from '#lib/search/format-query.ts'
import { parseRuleText } from '#lib/search/rule-text.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'
import { sampled } from '#tests/support/run/tier.ts'

const entriesOf = (kind: 'block' | 'keep', text: string) => {
  const { matcher, errors } = parseRuleText(kind, text)
  const { query, titlePatterns, isNegated } = matcher
  const queries = query.kind === 'or' ? query.parts.map(formatQuery) : [formatQuery(query)]
  return { queries, titlePatterns, isNegated, codes: errors.map(({ code, at }) => [code, at]) }
}

describe('lists', () => {
  test('each line is a query of its own; blank lines and blanks around are nothing', () => {
    expect(entriesOf('block', '\n  red fox \r\n\n"win a prize"\ntitle:ad OR spons*\n')).toEqual({
      queries: ['red fox', '"win a prize"', 'title:ad OR spons*'],
      titlePatterns: [],
      isNegated: false,
      codes: [],
    })
  })

  test('what a keep list has is kept: it finds all else', () => {
    expect(entriesOf('keep', 'fox')).toMatchObject({ queries: ['fox'], isNegated: true })
  })

  test('a pattern is of the whole title; signs that LIKE knows stand for themselves', () => {
    expect(entriesOf('block', String.raw`like: [Ad] **100%_off? a\b`)).toMatchObject({
      queries: [],
      codes: [],
      titlePatterns: [String.raw`[Ad] %100\%\_off_ a\\b`],
    })
    expect(entriesOf('block', 'LIKE:*Prize*')).toMatchObject({ titlePatterns: ['%Prize%'] })
  })

  test.each([
    ['', [['no-words', 0]]],
    [' \n ', [['no-words', 0]]],
    ['like:***', [['no-words', 0]]],
    ['fox\nlike:%_', [['no-words', 4]]],
    [`fox\nlike:${'a'.repeat(201)}`, [['too-long', 4]]],
    ['fox\n(bear', [['unclosed-parenthesis', 4]]],
    ['fox\nbefore:soon\nis:no', [...[['needs-date', 4]], ['needs-state', 16]]],
    [Array.from({ length: 501 }, () => 'a fox').join('\n'), [['too-many-parts', 3000]]],
  ])('a mistake has its place in the whole text: %j', (text, codes) => {
    expect(entriesOf('block', text).codes).toEqual(codes)
  })

  test.each(['like:', '*', '?', '"', '(', '\n', '\u0000', '\ud800', 'a', ' ', '%', '\\', 'OR ', '-'])(
    'no text of %j makes it throw, or take longer than its length says',
    async (piece) => {
      const read = (count: number) => {
        for (const other of sampled(['like:a', '\n', '*a', '"', ')', ' x'], 2))
          for (const kind of ['rule', 'block', 'keep'] as const)
            expect(parseRuleText(kind, (piece + other).repeat(count)).errors).toBeInstanceOf(Array)
      }
      expect(await growthOverFour(read, 500)).toBeLessThan(growthOfNoSquare)
    },
  )
})

test('a rule is one query; without words it is a mistake, as it would find everything', () => {
  expect(parseRuleText('rule', 'fox\nbear')).toMatchObject({ errors: [], matcher: { isNegated: false } })
  expect(parseRuleText('rule', '  ').errors).toMatchObject([{ code: 'no-words', at: 0, length: 2 }])
  expect(parseRuleText('rule', '').errors).toMatchObject([{ code: 'no-words' }])
})
