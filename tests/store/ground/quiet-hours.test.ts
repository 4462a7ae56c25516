import { expect, test } from 'vitest'
import { quietEndAt } from '#lib/store/hours/quiet-hours.ts'

const at = (text: string) => Date.parse(text)
const night = { zone: 'Europe/Berlin', quietFrom: 22 * 60, quietTo: 7 * 60 }

test.each([
  ['by day', '2026-01-05T12:00:00Z', null],
  ['at their beginning', '2026-01-05T21:00:00Z', '2026-01-06T06:00:00Z'],
  ['in the middle of a minute', '2026-01-05T23:12:34Z', '2026-01-06T06:00:00Z'],
  ['at their end', '2026-01-06T06:00:00Z', null],
  ['over the night in which summer time begins', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
  ['over the night in which it ends', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
])('quiet hours through midnight %s', (_name, now, end) => {
  expect(quietEndAt(night, at(now))).toBe(end === null ? null : at(end))
})

test('hours of one day, none, and those of a zone that nobody knows', () => {
  const noon = { zone: 'UTC', quietFrom: 12 * 60, quietTo: 13 * 60 }
  expect(quietEndAt(noon, at('2026-01-05T12:30:00Z'))).toBe(at('2026-01-05T13:00:00Z'))
  expect(quietEndAt(noon, at('2026-01-05T11:59:59Z'))).toBeNull()
  expect(quietEndAt({ ...noon, quietTo: null }, at('2026-01-05T12:30:00Z'))).toBeNull()
  expect(quietEndAt({ ...noon, quietTo: 12 * 60 }, at('2026-01-05T12:00:00Z'))).toBeNull()
  expect(quietEndAt({ ...noon, zone: 'Mars/Olympus' }, at('2026-01-05T12:30:00Z'))).toBe(
    at('2026-01-05T13:00:00Z'),
  )
})
