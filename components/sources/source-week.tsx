'use client'

import type { SourceLearned } from '#lib/api/sources.ts'
import { ChartFrame } from '#components/ui/chart-frame.tsx'
import { ChartWeek } from '#components/ui/chart-week.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatFullHour, formatHours, formatShare } from '#lib/format.ts'
import { dateTimeFormat } from '#lib/words/intl.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { Locale, Words } from '#lib/words/areas.ts'
import { zoneOffsetMinutes } from './hour-profile.ts'
import { busiestTimes, hourOfWeekIn, weekInZone } from './week-profile.ts'

/** The learned hours of the week in which the source posts, in the reader's zone. */
export function SourceWeek({ week: utcWeek }: Pick<SourceLearned, 'week'>) {
  const t = useWords('sources')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const offset = zoneOffsetMinutes(nowMs, timeZone)
  const week = weekInZone(utcWeek, offset)
  const days = dayNames(locale)
  const name = sentence(week, t, locale)
  const rows = Array.from({ length: 24 }, (_, hour) => ({
    key: String(hour),
    cells: [formatFullHour(hour), ...days.map((_, day) => formatShare(week[day * 24 + hour] ?? 0, locale))],
  }))
  return (
    <div className="mt-3">
      <ChartFrame name={name} table={{ columns: [t('hour'), ...days], rows }} minWidth={560}>
        <ChartWeek name={name} values={week} days={days} now={hourOfWeekIn(nowMs, offset)} />
        <p className="mt-2 text-12 text-ink-2">{name}.</p>
      </ChartFrame>
    </div>
  )
}

/** "Mon" to "Sun". */
function dayNames({ tag }: Locale): string[] {
  const format = dateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2026, 0, 5 + day)))
}

function sentence(week: readonly number[], t: Words<'sources'>, locale: Locale): string {
  const busiest = busiestTimes(week, 0.5)
  if (busiest === null) return t('spreadOverWeek')
  const { days, start, end, share } = busiest
  return t('busiestTimes', { days, hours: formatHours(start, end), share: formatShare(share, locale) })
}
