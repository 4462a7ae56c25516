import { expect, test } from 'vitest'
import { cellsOf, isMeasured, rowLine } from '#tests/bench/claim-rows.ts'
import type { Claim } from '#tests/bench/claims.ts'

const claim: Claim = {
  what: 'a page',
  value: 30,
  unit: 'ms',
  bare: { what: 'an empty page', value: 12 },
  goal: { text: '20 ms', isMet: false },
}

test('a row names its bench, both sides, their ratio and a goal that is missed', () => {
  expect(cellsOf('web', claim)).toEqual([
    ...['web', 'a page', '30 ms', '12 ms', '2.5', '20 ms !', 'an empty page'],
  ])
})

test('rows that are printed one after another stand below each other', () => {
  const [one, other] = [cellsOf('web', claim), cellsOf('load', { ...claim, value: 4000, unit: 'MB' })].map(
    rowLine,
  )
  expect(one?.indexOf('20 ms !')).toBe(other?.indexOf('20 ms !'))
})

test('what was not measured on both sides is no figure', () => {
  const told = (value: number, bare: number) =>
    isMeasured(JSON.parse(JSON.stringify({ ...claim, value, bare: { what: '', value: bare } })) as Claim)
  expect([told(1, 2), told(Number.NaN, 2), told(1, Number.NaN), told(1, 0)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
