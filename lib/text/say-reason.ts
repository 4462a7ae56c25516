import {
  formatDateTime,
  formatDuration,
  formatMoment,
  formatRate,
  formatShare,
  formatTime,
} from './format.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import type { Locale, AreaWords } from '#lib/words/areas.ts'
import { numberFormat } from '#lib/words/intl.ts'

/** The listener of a reason: in which words, when and where. */
export type Listener = {
  readonly t: AreaWords<'reasons'>
  readonly locale: Locale
  readonly timeZone: string
  /** Null: nobody knows when it is read, so that every instant is told with its date. */
  readonly nowMs: number | null
}

/** A reason in words, one sentence: lengths of time, instants, rates and figures as the listener's language and zone write them. */
export function sayReason({ code, values }: Reason, listener: Listener): string {
  const said = Object.entries(values).map(([name, value]) => [name, sayValue(name, value, listener)])
  return listener.t(code, Object.fromEntries(said))
}

/** The status of the answer that a reason is about, which no sentence holds: readers get words, and a publisher the number. */
export function httpStatusOf(reason: Reason): number | null {
  if (reason.code === 'hostDown') return httpStatusOf(reason.values.failure)
  if (reason.code !== 'badStatus' && reason.code !== 'hubBadStatus') return null
  return reason.values.status === 0 ? null : reason.values.status // 0: there was no answer
}

/** The end of a name tells what a value is (lib/policy/basics/reason.ts). */
function sayValue(name: string, value: string | number | null | Reason, listener: Listener): string | number {
  const { locale, timeZone, nowMs } = listener
  if (value === null) return 'none'
  if (typeof value === 'object') return sayReason(value, listener)
  if (typeof value === 'string') {
    if (name.endsWith('Hour')) return formatTime(Date.parse(value), timeZone, locale)
    if (!name.endsWith('At')) return value
    const atMs = Date.parse(value)
    return nowMs === null
      ? formatDateTime(atMs, timeZone, locale)
      : formatMoment(atMs, nowMs, timeZone, locale)
  }
  if (name.endsWith('Seconds')) return formatDuration(value * 1000, locale)
  if (name.endsWith('PerDay')) return formatRate(value, locale)
  if (name.endsWith('Share')) return formatShare(value, locale)
  return name.endsWith('Count') ? value : sayFigure(value, locale)
}

/** Two significant digits below 10, whole numbers from there: 0.033, 2.4, 31; "< 0.001" instead of smaller ones. */
export function sayFigure(value: number, { tag }: Locale): string {
  const least = 0.001
  const digits = value >= 9.95 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 2 }
  const said = numberFormat(tag, digits).format(value > 0 ? Math.max(least, value) : value)
  return value > 0 && value < least ? `<\u00a0${said}` : said
}
