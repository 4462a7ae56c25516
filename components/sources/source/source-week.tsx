'use client'

import type { SourceDetail, SourceLearned } from '#lib/api/sources/sources.ts'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartWeek } from '#components/ui/chart/chart-week.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatFullHour, formatHours, formatShare } from '#lib/text/format.ts'
import { sayFigure } from '#lib/text/say-reason.ts'
import { dateTimeFormat } from '#lib/words/intl.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { Locale, AreaWords } from '#lib/words/areas.ts'
import { hourOfDay, zoneOffsetMinutes } from '#components/ui/chart/hour-profile.ts'
import { busiestTimes, hourOfWeekIn, meanByHour, weekInZone } from './week-profile.ts'

type SourceWeekProps = {
  readonly learned: SourceLearned
  readonly plan: NonNullable<SourceDetail['plan']>
}

/** The learned hours of the week in which the source posts, in the reader's zone; below them planned polls and when its readers read. */
export function SourceWeek({ learned, plan }: SourceWeekProps) {
  const t = useWords('sources')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const offset = zoneOffsetMinutes(nowMs, timeZone)
  const week = weekInZone(learned.week, offset)
  const days = dayNames(locale)
  const polls = Array.from({ length: 24 }, () => 0)
  for (const at of plan.plannedAt) {
    const hour = Math.floor(hourOfDay(at, offset))
    polls[hour] = (polls[hour] ?? 0) + 1
  }
  const readers = learned.presence === null ? null : meanByHour(weekInZone(learned.presence, offset))
  const name = sentence(week, t, locale)
  const readersHead = readers === null ? [] : [t('readersShare')]
  const rows = Array.from({ length: 24 }, (_, hour) => ({
    key: String(hour),
    cells: [
      formatFullHour(hour),
      ...days.map((_, day) => formatShare(week[day * 24 + hour] ?? 0, locale)),
      String(polls[hour] ?? 0),
      ...(readers === null ? [] : [formatShare(readers[hour] ?? 1, locale)]),
    ],
  }))
  const chart = {
    name,
    values: week,
    days,
    now: hourOfWeekIn(nowMs, offset),
    rows: [
      { key: 'polls', label: t('polls'), values: polls },
      ...(readers === null ? [] : [{ key: 'readers', label: t('readersHere'), values: readers }]),
    ],
  }
  const columns = [t('hour'), ...days, t('plannedPolls'), ...readersHead]
  return (
    <ChartFrame
      name={name}
      table={{ columns, rows }}
      rowLength={24}
      points={week.map((share, hour) => ({
        key: String(hour),
        words: pointWords(
          `${days[Math.floor(hour / 24)] ?? ''} ${formatHours(hour % 24, (hour + 1) % 24)}`,
          formatShare(share, locale),
        ),
      }))}
      note={
        <>
          <div className="mt-2 flex flex-wrap justify-between gap-x-4 gap-y-1 text-12 text-ink-2">
            <p>{name}.</p>
            <Scale
              most={t('heatMost', { rate: sayFigure(Math.max(...week) * 7 * plan.ratePerDay, locale) })}
            />
          </div>
          <p className="mt-1 text-12 text-ink-3">
            {t('polls')}: {t('heatPolls')}
            {readers !== null && `. ${t('readersHere')}: ${t('heatReaders')}`}.
          </p>
        </>
      }
    >
      {(size) => <ChartWeek {...chart} size={size} />}
    </ChartFrame>
  )
}

/** The meaning of the colours: from none to most. */
function Scale({ most }: { readonly most: string }) {
  const heats = ['bg-heat-0', 'bg-heat-1', 'bg-heat-2', 'bg-heat-3', 'bg-heat-4', 'bg-heat-5', 'bg-heat-6']
  return (
    <p className="flex items-center gap-1.5">
      <span>0</span>
      <span aria-hidden className="flex gap-px">
        {heats.map((heat) => (
          <span key={heat} className={`h-2 w-3.5 ${heat}`} />
        ))}
      </span>
      <span>{most}</span>
    </p>
  )
}

/** "Mon" to "Sun". */
function dayNames({ tag }: Locale): string[] {
  const format = dateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2026, 0, 5 + day)))
}

function sentence(week: readonly number[], t: AreaWords<'sources'>, locale: Locale): string {
  const busiest = busiestTimes(week, 0.5)
  if (busiest === null) return t('spreadOverWeek')
  const { days, start, end, share } = busiest
  return t('busiestTimes', { days, hours: formatHours(start, end), share: formatShare(share, locale) })
}
