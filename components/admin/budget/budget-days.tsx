'use client'

import { ChartBarsAndLine } from '#components/ui/chart/chart-bars-and-line.tsx'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatCount, formatDate } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { delayUnitMs, msText } from '#components/admin/shared/lab-words.ts'
import { delayText } from '#components/admin/sources/source-figures.ts'
import type { BudgetHistoryAnswer } from '#lib/api/server/budget.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** The budget and what was expected of it, day by day (UTC). Nothing before there are two days to compare. */
export function BudgetDays({ days }: Pick<BudgetHistoryAnswer, 'days'>) {
  const t = useWords('admin')
  const { nowMs } = useClock()
  const locale = useLocale()
  const first = days[0]
  const last = days.at(-1)
  if (days.length < 2 || first === undefined || last === undefined) return null
  const dateOf = (at: string) => formatDate(Date.parse(at), nowMs, 'UTC', locale)
  const inThousands = Math.max(...days.map(({ budgetPerDay }) => budgetPerDay)) >= 4000
  const unitMs = delayUnitMs(Math.max(...days.map(({ predictedDelayMs }) => predictedDelayMs ?? 0)))
  const name = t('budgetByDay', {
    firstBudget: first.budgetPerDay,
    firstDelay: delayText(first.predictedDelayMs, locale),
    lastBudget: last.budgetPerDay,
    lastDelay: delayText(last.predictedDelayMs, locale),
    first: dateOf(first.at),
    last: dateOf(last.at),
  })
  const rows = days.toReversed().map(({ at, budgetPerDay, predictedDelayMs }) => ({
    key: at,
    cells: [
      <time key="at" dateTime={at}>
        {dateOf(at)}
      </time>,
      formatCount(budgetPerDay, locale),
      delayText(predictedDelayMs, locale),
    ],
  }))
  const firstDay = Math.floor(Date.parse(first.at) / DAY_MS)
  const dayPoints = days.map(({ at, budgetPerDay, predictedDelayMs }) => ({
    key: `bars ${Math.floor(Date.parse(at) / DAY_MS) - firstDay}`,
    words: pointWords(
      dateOf(at),
      `${formatCount(budgetPerDay, locale)} ${t('pollsADayAxis')}`,
      delayText(predictedDelayMs, locale),
    ),
  }))
  return (
    <div className="mt-2">
      <ChartFrame
        name={name}
        table={{ columns: [t('day'), t('budget'), t('delayExpected')], rows }}
        isBare
        points={dayPoints}
      >
        <ChartBarsAndLine
          name={name}
          bars={{
            values: byDay(days, ({ budgetPerDay }) => budgetPerDay / (inThousands ? 1000 : 1)),
            label: inThousands ? t('thousandPollsADay') : t('pollsADayAxis'),
            format: (value) => formatCount(value, locale),
          }}
          line={{
            values: byDay(days, ({ predictedDelayMs: ms }) => (ms === null ? null : ms / unitMs)),
            label: t('delayExpected'),
            format: (value) => (value === 0 ? '0' : msText(value * unitMs, locale)),
          }}
          ends={[dateOf(first.at), dateOf(last.at)]}
        />
      </ChartFrame>
    </div>
  )
}

/** A figure of each UTC day from the first on, oldest first; null for days that are missing. */
export function byDay<Day extends { readonly at: string }>(
  days: readonly Day[],
  figureOf: (day: Day) => number | null,
): (number | null)[] {
  const dayOf = ({ at }: Day) => Math.floor(Date.parse(at) / DAY_MS)
  const figures = new Map(days.map((day) => [dayOf(day), figureOf(day)]))
  const first = days[0]
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  return Array.from(
    { length: dayOf(last) - dayOf(first) + 1 },
    (_, index) => figures.get(dayOf(first) + index) ?? null,
  )
}
