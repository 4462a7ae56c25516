import { describe, expect, test } from 'vitest'
import {
  busiestHours,
  hourOfDay,
  patternInZone,
  zoneOffsetMinutes,
} from '#components/ui/chart/hour-profile.ts'

const monday = Date.parse('2026-01-05T00:00Z')

describe('hours in the reader’s zone', () => {
  test('the offset follows the zone, its summer time and its half hours', () => {
    expect(zoneOffsetMinutes(monday, 'UTC')).toBe(0)
    expect(zoneOffsetMinutes(monday, 'Europe/Berlin')).toBe(60)
    expect(zoneOffsetMinutes(Date.parse('2026-07-06T00:00Z'), 'Europe/Berlin')).toBe(120)
    expect(zoneOffsetMinutes(monday, 'America/New_York')).toBe(-300)
    expect(zoneOffsetMinutes(monday, 'Asia/Kolkata')).toBe(330)
  })

  test('a pattern by UTC hour moves to the hours the reader sees, around midnight too', () => {
    const atTen = Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 1 : 0))
    expect(patternInZone(atTen, 60).indexOf(1)).toBe(11)
    expect(patternInZone(atTen, -11 * 60).indexOf(1)).toBe(23)
    expect(patternInZone(atTen, 14 * 60).indexOf(1)).toBe(0)
  })

  test('an instant has its hour and fraction in the zone', () => {
    expect(hourOfDay('2026-01-05T23:30:00Z', 60)).toBe(0.5)
    expect(hourOfDay('2026-01-05T01:15:00Z', -120)).toBe(23.25)
  })

  test('the busiest hours are the shortest run with the share, also across midnight', () => {
    const aroundMidnight = Array.from({ length: 24 }, (_, hour) => (hour === 23 || hour === 0 ? 0.5 : 0))
    expect(busiestHours(aroundMidnight, 0.9)).toMatchObject({ start: 23, end: 1, length: 2, share: 1 })
    expect(
      busiestHours(
        Array.from({ length: 24 }, () => 0),
        0.5,
      ),
    ).toBeNull()
  })
})
