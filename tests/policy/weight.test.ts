import { expect, test } from 'vitest'
import { askingReaders, countsAsUrgent, fastShare, weightOf } from '#lib/policy/basics/weight.ts'

const usual = { popularity: 1, sayStrength: 2, alertStrength: 2, fairShare: 5 }

test('a weight is the factor times subscribers and wishes', () => {
  expect(weightOf({ factor: 1, subscribers: 3, shares: 0 }, usual)).toBe(3)
  expect(weightOf({ factor: 0.5, subscribers: 3, shares: 2 }, usual)).toBe(3.5)
  expect(weightOf({ factor: 2, subscribers: 16, shares: 0 }, { ...usual, popularity: 0.5 })).toBe(8)
  expect(weightOf({ factor: 1, subscribers: 2, shares: 0, alertLift: 3 }, usual)).toBe(5)
})

test('nobody waits for a source without subscribers, whatever the formula', () => {
  expect(weightOf({ factor: 9, subscribers: 0, shares: 0 }, { ...usual, popularity: 0 })).toBe(0)
})

test('equal shares in another order give the same weight', () => {
  const a = 0.1
  const b = 0.2
  const c = 0.3
  const weigh = (shares: number) => weightOf({ factor: 1, subscribers: 1, shares }, usual)
  expect(a + b + c).not.toBe(c + b + a)
  expect(weigh(a + b + c)).toBe(weigh(c + b + a))
})

test('wrong facts are refused by name', () => {
  expect(() => weightOf({ factor: -1, subscribers: 1, shares: 0 }, usual)).toThrow(/factor/)
  expect(() => weightOf({ factor: 1, subscribers: NaN, shares: 0 }, usual)).toThrow(/subscribers/)
})

test('all wishes of one reader together never count more than the fair share', () => {
  for (const wanted of [1, 4, 5, 6, 10, 10_000])
    expect(wanted * fastShare(wanted, 5)).toBeLessThanOrEqual(5 + 1e-9)
  expect(fastShare(5, 5)).toBe(1)
  expect(fastShare(10, 5)).toBe(0.5)
  expect(fastShare(0, 5)).toBe(0)
})

test('wish and alert of one reader for one source count once, as the stronger', () => {
  const both = { wantsFast: true, isAlerted: true }
  expect(askingReaders(both, 1, usual)).toBe(2)
  expect(askingReaders(both, 10, { ...usual, sayStrength: 1, alertStrength: 3 })).toBe(1.5)
  expect(countsAsUrgent(both, { sayStrength: 1, alertStrength: 3 })).toBe(false)
  expect(askingReaders({ wantsFast: false, isAlerted: false }, 3, usual)).toBe(0)
})
