import { expect, test } from 'vitest'
import { parseSourceQuery } from '#lib/search/source-query.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

const isExcluded = false

test.each([
  [
    'rail news',
    [
      { kind: 'text', text: 'rail', isExcluded },
      { kind: 'text', text: 'news', isExcluded },
    ],
  ],
  ['"rail news"', [{ kind: 'text', text: 'rail news', isExcluded }]],
  ['-rail', [{ kind: 'text', text: 'rail', isExcluded: true }]],
  [
    '0% _5 https://a.example/x',
    ['0%', '_5', 'https://a.example/x'].map((text) => ({ kind: 'text', text, isExcluded })),
  ],
  ['-', []],
  ['  ', []],
  ['host:a.example', [{ kind: 'host', text: 'a.example', isExcluded }]],
  ['State:Broken', [{ kind: 'state', state: 'broken', isExcluded }]],
  ['delay:>30m', [{ kind: 'figure', figure: 'delay', relation: '>', value: 1_800_000, isExcluded }]],
  ['delay:<=1.5h', [{ kind: 'figure', figure: 'delay', relation: '<=', value: 5_400_000, isExcluded }]],
  ['weight:<2', [{ kind: 'figure', figure: 'weight', relation: '<', value: 2, isExcluded }]],
  ['-rate:>=0.5', [{ kind: 'figure', figure: 'rate', relation: '>=', value: 0.5, isExcluded: true }]],
  ['subscribers:10', [{ kind: 'figure', figure: 'subscribers', relation: '=', value: 10, isExcluded }]],
])('%s is understood', (text, terms) => {
  expect(parseSourceQuery(text)).toEqual({ terms, errors: [] })
})

test.each([
  ['rail delay:30', 'needs-duration', 'delay:30'],
  ['rail delay:>30x news', 'needs-duration', 'delay:>30x'],
  ['weight:heavy', 'needs-number', 'weight:heavy'],
  ['subscribers:>1e9', 'needs-number', 'subscribers:>1e9'],
  ['a -rate: b', 'needs-value', '-rate:'],
  ['state:sad', 'needs-source-state', 'state:sad'],
  ['a "b c', 'unclosed-quote', '"b c'],
])('the mistake in %s is %s at its place', (text, code, wrong) => {
  const { errors } = parseSourceQuery(text)
  expect(errors.map((error) => [error.code, text.slice(error.at, error.at + error.length)])).toEqual([
    [code, wrong],
  ])
})

test.each(['"', '-', ':', 'delay:', 'delay:>', '\u0000', '"-"', '\ud800'])(
  '%j many times is read in time that grows with its length',
  async (piece) => {
    const read = (count: number) => parseSourceQuery(piece.repeat(count))
    expect(await growthOverFour(read, 2_000)).toBeLessThan(growthOfNoSquare)
  },
)
