'use client'

import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartStack } from '#components/ui/chart/chart-stack.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import type { ReadingStatistics } from '#lib/api/sources/sources.ts'
import { formatCount } from '#lib/text/format.ts'
import { dateTimeFormat } from '#lib/words/intl.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

/** The articles opened in each of the last twelve months. */
export function OpenedMonths({ months }: Pick<ReadingStatistics, 'months'>) {
  const t = useWords('sources')
  const locale = useLocale()
  const nameOf = (from: string, month: 'short' | 'long') =>
    dateTimeFormat(locale.tag, {
      month,
      timeZone: 'UTC',
      ...(month === 'long' && { year: 'numeric' }),
    }).format(Date.parse(from))
  const figure = (value: number) => formatCount(Math.round(value), locale)
  const opened = months.reduce((sum, month) => sum + month.opened, 0)
  const most = months.toSorted((one, other) => other.opened - one.opened)[0]
  const name =
    most === undefined || opened === 0
      ? t('monthsNone')
      : t('monthsSentence', { count: opened, month: nameOf(most.from, 'long'), most: most.opened })
  return (
    <section>
      <SectionHead title={t('openedByMonth')} />
      <ChartFrame
        name={name}
        table={{
          columns: [t('month'), t('openedHead'), t('starredHead')],
          rows: months.toReversed().map(({ from, opened: count, starred }) => ({
            key: from,
            cells: [nameOf(from, 'long'), figure(count), figure(starred)],
          })),
        }}
        points={months.map(({ from, opened: count, starred }) => ({
          key: from,
          words: pointWords(
            nameOf(from, 'long'),
            `${t('openedHead')} ${figure(count)}`,
            `${t('starredHead')} ${figure(starred)}`,
          ),
        }))}
        isFullWidth
        note={<p className="mt-2 text-12 text-ink-2">{name}</p>}
      >
        {(size) => (
          <ChartStack
            size={size}
            name={name}
            format={figure}
            columns={months.map(({ from, opened: count }) => ({
              key: from,
              label: nameOf(from, 'short'),
              planned: null,
              parts: [{ tone: 'plain', value: count }],
            }))}
          />
        )}
      </ChartFrame>
    </section>
  )
}
