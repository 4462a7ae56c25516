import { describe, expect, it } from 'vitest'
import type { Reason, ReasonCode } from '#lib/policy/basics/reason.ts'
import { httpStatusOf, sayFigure, sayReason } from '#lib/text/say-reason.ts'
import { languages, type Language } from '#lib/words/languages.ts'
import { messageFiles } from '#lib/words/message-files.ts'
import { localeOf, wordsOf } from '#lib/words/server-words.ts'
import { everyReason } from '#tests/support/data/every-reason.ts'
import { readMessage } from '#lint/read-message.ts'

const reasons = Object.values<Reason>(everyReason)
const nowMs = Date.parse('2026-01-05T12:00:00Z')

function say(reason: Reason, language: Language, timeZone = 'Europe/Berlin', now: number | null = nowMs) {
  const words = { t: wordsOf(language, 'reasons'), locale: localeOf(language) }
  return sayReason(reason, { ...words, timeZone, nowMs: now }).replaceAll('\u00a0', ' ')
}

describe.each(languages)('reasons in %s', (language) => {
  it('have a message for every code, and no message has no code', () => {
    expect(Object.keys(messageFiles[language].reasons).toSorted()).toEqual(
      Object.keys(everyReason).toSorted(),
    )
  })

  it.each(reasons)('$code: takes no value that the reason does not have', ({ code, values }) => {
    const taken = readMessage(messageFiles[language].reasons[code], language).args
    const missing = taken.map((name) => name.split(':')[0] ?? '').filter((name) => !(name in values))
    expect(missing).toEqual([])
  })

  it.each(reasons)('$code: is one sentence without raw values', (reason) => {
    const said = say(reason, language)
    if (reason.code === 'text') return expect(said).toBe(reason.values.text)
    expect(said).toMatch(/^\S.*\S$/)
    expect(said).not.toMatch(/[{}]|\d{4}-\d\d-\d\d|undefined|null|NaN|\[object/)
    expect(say(reason, language)).not.toBe(reason.code)
  })
})

it('hold no number of an answer, which stands apart from the sentence', () => {
  const { badStatus, hostDown, hubBadStatus } = everyReason
  expect([badStatus, hostDown, hubBadStatus].map(httpStatusOf)).toEqual([502, 502, 500])
  expect(httpStatusOf({ code: 'badStatus', values: { status: 0 } })).toBeNull()
  expect(httpStatusOf(everyReason.timedOut)).toBeNull()
  const statuses = [206, 301, 302, 304, 308, 401, 402, 403, 404, 410, 429, 451, 500, 502, 503, 504, 520]
  for (const language of languages) {
    for (const status of statuses)
      expect(say({ code: 'badStatus', values: { status } }, language)).not.toMatch(/\d/)
    expect(say(hubBadStatus, language)).not.toMatch(/\d/)
  }
})

it('differ between the languages, but for what others said', () => {
  const same = reasons.filter((reason) => say(reason, 'en') === say(reason, 'de')).map(({ code }) => code)
  expect(same).toEqual(['text'] satisfies ReasonCode[])
})

it('tell instants, lengths of time, rates and figures as the reader writes them', () => {
  const { plannedByHour, price, retry, silent } = everyReason
  expect(say(plannedByHour, 'en', 'UTC')).toBe(
    'At 14:00: the best time, just after the articles of 13:00–14:00. Checks: 3.1 a day. Articles: 2.4 a day.',
  )
  expect(say(plannedByHour, 'de')).toBe(
    'Abruf 15:00: die beste Zeit, gleich nach den Beiträgen von 14:00–15:00. Abrufe: 3,1 am Tag. Beiträge: 2,4 am Tag.',
  )
  expect(say(price, 'de', 'America/New_York')).toBe(
    'Abruf 09:00: Bis dahin sind so viele neue Beiträge zu erwarten, dass sich ein Abruf lohnt; 30 % der Beiträge des Tages kommen von 06:00 bis 09:00.',
  )
  expect(say(retry, 'en', 'UTC')).toBe('3 checks in a row failed: next try after 1 h 30, at 14:00.')
  expect(say(retry, 'de')).toBe('3 Abrufe in Folge sind fehlgeschlagen: neuer Versuch nach 1 h 30 (15:00).')
  expect(say({ ...retry, values: { ...retry.values, failureCount: 1 } }, 'en', 'UTC')).toMatch(
    /^The check failed:/,
  )
  expect(say(silent, 'de', 'UTC')).toMatch(/still seit 4\. Jan\., 23:30, daher/)
})

it('have the date and the zone where nobody knows when they are read', () => {
  expect(say(everyReason.waitUntil, 'en', 'UTC', null)).toBe(
    'The site asks Skylark to wait until 5 Jan 2026, 14:00 UTC.',
  )
})

it('hold another reason: a failure of a whole host', () => {
  expect(say(everyReason.hostDown, 'de')).toBe(
    'Die ganze Website antwortet nicht: Die Website hat ein internes Problem.',
  )
})

it.each([
  [0, '0'],
  [5.5e-7, '<\u00a00.001'],
  [0.00099, '<\u00a00.001'],
  [0.001, '0.001'],
  [0.0334, '0.033'],
  [31.4, '31'],
])('a figure of %d is written %s, without exponents', (figure, said) => {
  expect(sayFigure(figure, localeOf('en'))).toBe(said)
})

it('leave out the hours of a feed that are not known yet', () => {
  for (const language of languages) {
    const { price } = everyReason
    const early = say({ ...price, values: { ...price.values, hoursShare: null } }, language)
    expect(early).not.toMatch(/%|none|null|;/)
    expect(say(price, language).startsWith(early.replace(/[.。]$/, ''))).toBe(true)
  }
})

it('of a check that is worth it speak as people do, without prices and article-hours', () => {
  for (const language of languages) {
    const { price, priceBesideHub, priceForReaders, priceStaleness, priceWindow } = everyReason
    for (const reason of [price, priceBesideHub, priceForReaders, priceStaleness, priceWindow]) {
      expect(say(reason, language)).not.toMatch(
        /\bprice\b|Preis|\bprix\b|precio|preço|コスト|hours? |stunden|heures-|horas-|-hora|記事時間/,
      )
    }
  }
})
