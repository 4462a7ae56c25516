import { formatCount, formatDecimal, formatDuration } from '#lib/text/format.ts'
import type { MessageKey, Locale, AreaWords } from '#lib/words/areas.ts'
import { numberFormat } from '#lib/words/intl.ts'
import type { AdminSourceRow } from '#lib/api/server/admin.ts'

/** "14.2", "0.3", "< 0.1", "not yet": a rate in a column whose head names the unit. */
export function figureText(perDay: number | null, t: AreaWords<'admin'>, locale: Locale): string {
  if (perDay === null) return t('notYet')
  if (perDay >= 99.95) return formatCount(Math.round(perDay), locale)
  if (perDay > 0 && perDay < 0.05) return t('below', { figure: formatDecimal(0.1, 1, locale) })
  return formatDecimal(perDay, 1, locale)
}

export function delayText(
  delayMs: number | null,
  locale: Locale,
  unknown: string = locale.t('unknown'),
): string {
  return delayMs === null ? unknown : formatDuration(delayMs, locale)
}

/** Whether the row has a delay or a promise that is judged. */
export function isDelayMeasured({ delay, promise }: AdminSourceRow): boolean {
  return delay.medianMs !== null || (promise !== null && promise.state !== 'learning')
}

/** A weight with up to three figures, at least one after the point. */
export function weightText(weight: number, locale: Locale): string {
  const short = Number(weight.toPrecision(3))
  return Number.isInteger(short) && short < 100
    ? formatDecimal(short, 1, locale)
    : numberFormat(locale.tag, { maximumSignificantDigits: 3 }).format(short)
}

/** The outcome of the last poll, in a word or two. */
export function outcomeWords(source: AdminSourceRow): MessageKey<'admin'> {
  switch (source.lastOutcome) {
    case null:
      return 'notPolledYet'
    case 'fetched':
      return 'answered'
    case 'not-modified':
      return 'notModified'
    case 'throttled':
      return 'askedToWait'
    case 'opted-out':
      return 'optedOut'
    case 'gone':
      return 'ended'
    default:
      return 'noAnswer'
  }
}

/** "2 min sooner", "< 0.1 s later", "no change" */
export function changeWords(nowMs: number, thenMs: number, t: AreaWords<'admin'>, locale: Locale): string {
  const changeMs = Math.abs(thenMs - nowMs)
  if (changeMs < 1) return t('noChange')
  return t(thenMs < nowMs ? 'sooner' : 'later', { duration: lengthText(changeMs, t, locale) })
}

function lengthText(lengthMs: number, t: AreaWords<'admin'>, locale: Locale): string {
  if (lengthMs < 100) return t('below', { figure: t('tenths', { seconds: 0.1 }) })
  return lengthMs < 950 ? t('tenths', { seconds: lengthMs / 1000 }) : formatDuration(lengthMs, locale)
}

/** A weight factor of 0 to 1,000, with point or comma; null for anything else. */
export function parseFactor(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && value >= 0 && value <= 1000 ? value : null
}
