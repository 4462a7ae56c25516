import { describe, expect, test } from 'vitest'
import { explainQuery } from '#lib/search/explain-query.ts'
import { formatQuery } from '#lib/search/format-query.ts'
import { parseQuery } from '#lib/search/parse-query.ts'

/** Text → the same in canonical form. */
const understood: readonly [text: string, canonical: string][] = [
  ['', ''],
  ['  a   b ', 'a b'],
  ['a AND b', 'a b'],
  ['a | b', 'a OR b'],
  ['a OR b c', 'a OR b c'],
  ['(a OR b) c', '(a OR b) c'],
  ['((a)) (b c)', 'a b c'],
  ['a or b', 'a or b'],
  ['-a NOT b --c', '-a -b c'],
  ['-(a b) -(c | d)', '-(a b) -(c OR d)'],
  ['-(-a)', 'a'],
  ['NOT *a *b', '-a b'],
  ['“exact words” „auch“ «aussi»', '"exact words" "auch" "aussi"'],
  ['«say "no"»', '«say "no"»'],
  ['wor* "two wor"*', 'wor* "two wor"*'],
  ['Title:x AUTHOR:"m s" text:y url:example.org/a', 'title:x author:"m s" text:y url:example.org/a'],
  ['from:nyt in:"World News" label:a lang:de', 'from:"nyt" in:"World News" label:"a" lang:"de"'],
  ['feed:nyt Source:"a b" folder:x link:a.org date:2026', 'from:"nyt" from:"a b" in:"x" url:a.org on:2026'],
  ['is:UNREAD -is:starred', 'is:unread -is:starred'],
  ['before:2026-01-13 after:2026-01 on:2026', 'before:2026-01-13 after:2026-01 on:2026'],
  ['after:7d before:today on:yesterday', 'after:7d before:today on:yesterday'],
  ['delay:<15m delay:>=2h', 'delay:<15m delay:>2h'],
  ['news - heise … !!! *', 'news heise'],
  ['C++: x http://a.b/c foo:bar 12:30', 'C++: x http://a.b/c foo:bar 12:30'],
  ['foo-bar a−b', 'foo-bar a−b'],
]

describe('a query', () => {
  test.each(understood)('%j is understood as %j', (text, canonical) => {
    const { query, errors } = parseQuery(text)
    expect(errors).toEqual([])
    expect(formatQuery(query)).toBe(canonical)
  })

  const wrong: readonly [text: string, code: string, at: number, length: number][] = [
    ['a before:2026-13', 'needs-date', 2, 14],
    ['before:2026-02-30', 'needs-date', 0, 17],
    ['on:7d', 'needs-day', 0, 5],
    ['is:unred', 'needs-state', 0, 8],
    ['delay:15m', 'needs-duration', 0, 9],
    ['title:', 'needs-value', 0, 6],
    ['in:"  "', 'needs-value', 0, 7],
    ['a "b c', 'unclosed-quote', 2, 4],
    ['(a (b)', 'unclosed-parenthesis', 0, 1],
    ['a) b', 'unopened-parenthesis', 1, 1],
    ['a ()', 'empty-parenthesis', 2, 2],
    ['OR a', 'nothing-beside', 0, 2],
    ['a OR', 'nothing-beside', 2, 2],
    ['a OR | b', 'nothing-beside', 2, 2],
    ['a AND', 'nothing-beside', 2, 3],
    ['a NOT', 'nothing-after', 2, 3],
    ['"…"', 'no-words', 0, 3],
    ['😀', 'no-words', 0, 2],
    ['%', 'no-words', 0, 1],
    [' * … ” ', 'no-words', 1, 5],
    ['-😀', 'nothing-after', 0, 1],
    ['(😀)', 'empty-parenthesis', 0, 4],
    ['a OR 😀', 'nothing-beside', 2, 2],
    ['x*', 'prefix-too-short', 0, 2],
    ['a '.repeat(61), 'too-many-parts', 120, 1],
    ['('.repeat(25), 'too-deep', 20, 1],
    ['a'.repeat(10_000), 'too-long', 2000, 8000],
  ]
  test.each(wrong)('%j is wrong: %s at %d', (text, code, at, length) => {
    const { errors } = parseQuery(text)
    expect(errors.map((error) => [error.code, error.at, error.length])).toContainEqual([code, at, length])
  })

  test('is coloured while it is typed, mistakes and all', () => {
    const text = 'a "b c" -title:x (is: OR … "open'
    expect(explainQuery(text).map(({ kind, at, length }) => [kind, text.slice(at, at + length)])).toEqual([
      ...[
        ['word', 'a'],
        ['phrase', '"b c"'],
        ['operator', '-'],
        ['field', 'title:'],
        ['value', 'x'],
      ],
      ...[
        ['parenthesis', '('],
        ['field', 'is:'],
        ['operator', 'OR'],
        ['ignored', '…'],
        ['phrase', '"open'],
      ],
    ])
  })
})
