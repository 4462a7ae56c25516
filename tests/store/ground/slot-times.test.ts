import { describe, expect, test } from 'vitest'
import { latestSlot, nextSlot } from '#lib/store/hours/slot-times.ts'

const at = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString().replace(':00.000Z', 'Z')
const daily = (hour: number, zone: string) => ({ rhythm: 'daily', weekday: 0, hour, zone })
const weekly = (weekday: number, hour: number, zone: string) => ({ rhythm: 'weekly', weekday, hour, zone })

describe('a day', () => {
  test.each([
    ['the same day', daily(7, 'UTC'), '2026-01-05T06:59:59Z', '2026-01-05T07:00Z'],
    ['the next, once the hour has come', daily(7, 'UTC'), '2026-01-05T07:00:00Z', '2026-01-06T07:00Z'],
    ['in winter', daily(7, 'Europe/Berlin'), '2026-01-05T00:00:00Z', '2026-01-05T06:00Z'],
    ['in summer', daily(7, 'Europe/Berlin'), '2026-07-05T00:00:00Z', '2026-07-05T05:00Z'],
    ['after midnight of the zone', daily(0, 'Pacific/Auckland'), '2026-01-05T10:00:00Z', '2026-01-05T11:00Z'],
    ['west of the day line', daily(23, 'Pacific/Honolulu'), '2026-01-05T10:00:00Z', '2026-01-06T09:00Z'],
    ['quarters of an hour from UTC', daily(7, 'Asia/Kathmandu'), '2026-01-05T00:00:00Z', '2026-01-05T01:15Z'],
    ['a zone nobody knows, in UTC', daily(7, 'Moon/Tycho'), '2026-01-05T00:00:00Z', '2026-01-05T07:00Z'],
  ])('%s', (_, rule, now, expected) => {
    expect(iso(nextSlot(rule, at(now)))).toBe(expected)
  })
})

// In Berlin 2026 clocks go forward on 29 March at 2:00, back on 25 October at 3:00.
describe('where clocks change', () => {
  test.each([
    ['an hour that is left out comes an hour later', 2, '2026-03-29T00:00:00Z', '2026-03-29T01:00Z'],
    ['the day after, at its own hour again', 2, '2026-03-29T01:00:00Z', '2026-03-30T00:00Z'],
    ['an hour that comes twice counts the first time', 2, '2026-10-24T22:00:00Z', '2026-10-25T00:00Z'],
    ['and not the second', 2, '2026-10-25T00:00:00Z', '2026-10-26T01:00Z'],
    ['the morning after', 7, '2026-10-24T23:00:00Z', '2026-10-25T06:00Z'],
  ])('%s', (_, hour, now, expected) => {
    expect(iso(nextSlot(daily(hour, 'Europe/Berlin'), at(now)))).toBe(expected)
  })
})

test('a week: Monday is 0', () => {
  expect(iso(nextSlot(weekly(0, 8, 'UTC'), at('2026-01-05T08:00:00Z')))).toBe('2026-01-12T08:00Z')
  expect(iso(nextSlot(weekly(6, 8, 'UTC'), at('2026-01-05T08:00:00Z')))).toBe('2026-01-11T08:00Z')
  expect(iso(nextSlot(weekly(3, 9, 'America/New_York'), at('2026-03-05T15:00:00Z')))).toBe(
    '2026-03-12T13:00Z',
  )
})

test('through a year each slot is the latest until the next, and every day has one', () => {
  const rule = daily(2, 'Europe/Berlin')
  let slot = nextSlot(rule, at('2026-01-01T00:00:00Z'))
  for (let day = 0; day < 365; day++) {
    const next = nextSlot(rule, slot)
    expect(Math.abs(next - slot - 86_400_000)).toBeLessThanOrEqual(3_600_000)
    expect(latestSlot(rule, slot)).toBe(slot)
    expect(latestSlot(rule, next - 1)).toBe(slot)
    slot = next
  }
})
