import { describe, expect, it } from 'vitest'
import { parseDate } from '#lib/documents/dates/parse-date.ts'
import { serverTimeOf } from '#lib/documents/door/response-headers.ts'

describe('parseDate', () => {
  it.each([
    ['Mon, 05 Jan 2026 00:00:00 GMT', '2026-01-05T00:00:00.000Z'],
    ['5 January 2026 1:30 pm EST', '2026-01-05T18:30:00.000Z'],
    ['Sun, 04 Jan 2026 16:00:00 PST', '2026-01-05T00:00:00.000Z'], // P is no afternoon
    ['Mon, 05 Jan 2026 11:00 AEDT', '2026-01-05T00:00:00.000Z'],
    ['Jan 5, 2026 12:10 a.m. UTC', '2026-01-05T00:10:00.000Z'],
    ['2026-01-05T01:00:00+0100', '2026-01-05T00:00:00.000Z'],
    ['20260105T000000Z', '2026-01-05T00:00:00.000Z'],
    ['Mon Jan  5 00:00:00 2026', '2026-01-05T00:00:00.000Z'],
    ['Lun, 05 Jan 2026 00:00:00 +0000', '2026-01-05T00:00:00.000Z'],
    ['Fri, 31 Dec 1999 24:00:00 GMT', '2000-01-01T00:00:00.000Z'],
    ['1767571200', '2026-01-05T00:00:00.000Z'],
    ['05.01.2026 00:00', '2026-01-05T00:00:00.000Z'],
    ['٥ يناير ٢٠٢٦', '2026-01-05T00:00:00.000Z'],
    ['2026-01-05T01:00:00+01:00[Europe/Berlin]', '2026-01-05T00:00:00.000Z'],
    ['周一, 05 1月 2026 08:00:00 +0800', '2026-01-05T00:00:00.000Z'],
    ['星期五, 25 十二月 2026 10:00:00 +0000', '2026-12-25T10:00:00.000Z'],
    ['월, 05 1월 2026 09:00:00 +0900', '2026-01-05T00:00:00.000Z'],
    ['T2, 05 Th1 2026 07:00:00 +0700', '2026-01-05T00:00:00.000Z'],
    ['Thứ Hai, 5 Tháng 1 2026', '2026-01-05T00:00:00.000Z'],
    ['5 בינואר 2026', '2026-01-05T00:00:00.000Z'],
    ['5 фебруара 2026', '2026-02-05T00:00:00.000Z'],
    ['5. listopada 2026.', '2026-10-05T00:00:00.000Z'],
    ['5 listopada 2026', '2026-11-05T00:00:00.000Z'],
    ['Mon, 05/01/2026 - 00:00', '2026-01-05T00:00:00.000Z'], // 1 May is a Friday
    ['Mon, 01/05/2026 - 00:00', '2026-01-05T00:00:00.000Z'],
    ['Mo, 05 Jan 2026 01:00:00 MEZ', '2026-01-05T00:00:00.000Z'],
    ['05/05/2026', '2026-05-05T00:00:00.000Z'], // either order is the same day
    ['5/3/2026 10:15:00 PM', '2026-05-03T22:15:00.000Z'],
    ['03/05/2026 10h15', '2026-05-03T10:15:00.000Z'],
    ['Mon, 05-01-2026', '2026-01-05T00:00:00.000Z'],
    ['Mon, 05.01.26', '2026-01-05T00:00:00.000Z'],
    ['Mo., 05.01.26', '2026-01-05T00:00:00.000Z'],
    ['23.09.99', '1999-09-23T00:00:00.000Z'],
    ['99-12-31', '1999-12-31T00:00:00.000Z'],
    ['9/23/24', '2024-09-23T00:00:00.000Z'],
    ['Mon, 05 Jan 2026 10:15:00 CST', '2026-01-05T16:15:00.000Z'], // RFC 822
  ])('reads %s', (written, iso) => {
    expect(new Date(parseDate(written) ?? Number.NaN).toISOString()).toBe(iso)
  })
  it.each([
    '',
    'soon',
    '0000-00-00 00:00:00',
    'Mon, 31 Jun 2026 10:00:00 GMT',
    '2026-13-01',
    '2026 constructor', // zones were looked up in an object, which has that of all objects
    'x'.repeat(10_000),
    '2026-01-05T01:00:00[Europe/Berlin]', // an hour off as UTC
    '1404/10/15', // a year of Iran's calendar
    '۱۴۰۴/۱۰/۱۵',
    '05/01/2569', // a year of Thailand's
    '0001-01-01T00:00:00Z', // an unset date of .NET
    'Mon, 30 Nov -0001 00:00:00 +0000', // an unset date of WordPress
    'Spring 2024',
    'vr, 03/05/2024 - 10:30', // Dutch people write the day first, Drupal in Dutch does not
    '03 13月 2024',
    '03/05/2024', // American or not
    '03/05/2024 10:15',
    '03-05-2024',
    '03.05.24', // German, or Korean for 24 May 2003
    '23/09/24',
    '24-12-31',
    '2024050310', // a day and an hour, or seconds of the year 2034
    '202413011015',
    '12121212', // a number, and a day of the year 1212
    'Fri, 03 May 2024 10:15:00 IST', // of India, Israel or Ireland
    'Fri, 03 May 2024 10:15:00 AST', // of Halifax or Riyadh
    'Fri, 03 May 2024 10:15:00 ET', // four or five hours
    'Fri May 03 10:15:00 CST 2024', // Java writes so in Shanghai and in Chicago
    '2024-05-03T10:15:00 CST',
    'Fri, 03 May 2024 10:15:00 +2500',
    'Fri, 03 May 2024 22:15 AM',
    'yesterday 10:15',
    '10:15',
    '9999-12-31T23:59:59-02:00',
  ])('knows that %s is no date', (written) => {
    expect(parseDate(written)).toBeNull()
  })
})

describe('serverTimeOf', () => {
  const date = 'Mon, 05 Jan 2026 00:00:00 GMT'
  it('is the Date, moved on by what a cache says has passed since', () => {
    const monday = Date.UTC(2026, 0, 5)
    expect(serverTimeOf({ date })).toBe(monday)
    expect(serverTimeOf({ date, age: '3600' })).toBe(monday + 3_600_000)
    expect(serverTimeOf({ date, age: 'old' })).toBe(monday)
    expect(serverTimeOf({ date: 'Fri, 31 Dec 9999 23:59:59 GMT', age: '999999999' })).toBe(
      Date.UTC(9999, 11, 31),
    )
    expect([serverTimeOf({}), serverTimeOf({ date: 'today', age: '1' })]).toEqual([null, null])
  })
})
