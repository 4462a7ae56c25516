'use client'

import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartPairs } from '#components/ui/chart/chart-pairs.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatCount, formatDate, formatDuration, formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'

/** The delay of postings week by week; nothing before there are two weeks to compare. */
export function SourceWeeks({ weeks }: Pick<SourceDetail, 'weeks'>) {
  const t = useWords('sources')
  const locale = useLocale()
  const { nowMs } = useClock()
  const first = weeks[0]
  const last = weeks.at(-1)
  if (weeks.length < 2 || first === undefined || last === undefined) return null
  const duration = (ms: number) => formatDuration(Math.max(0, ms), locale)
  const weekOf = (from: string) => formatDate(Date.parse(from), nowMs, 'UTC', locale)
  const name = t('weeksSentence', {
    count: weeks.length,
    before: duration(first.medianMs),
    after: duration(last.medianMs),
  })
  const withins = [5, 15, 60].map((minutes) => t('withinHead', { duration: duration(minutes * MINUTE_MS) }))
  const rows = weeks.map((week) => ({
    key: week.from,
    cells: [
      ...[weekOf(week.from), formatCount(week.count, locale), duration(week.medianMs), duration(week.p90Ms)],
      ...[week.within5, week.within15, week.within60].map((share) => formatShare(share, locale)),
    ],
  }))
  const columns = [t('weekFrom'), t('postings'), t('medianHead'), t('p90Head'), ...withins]
  return (
    <section>
      <SectionHead title={t('delayByWeek')} lede={t('delayByWeekLede')} />
      <ChartFrame
        name={name}
        table={{ columns, rows }}
        isFullWidth
        points={weeks.map(({ from, medianMs, p90Ms, count }) => ({
          key: from,
          words: pointWords(
            `${t('weekFrom')} ${weekOf(from)}`,
            `${t('medianHead')} ${duration(medianMs)}`,
            `${t('p90Head')} ${duration(p90Ms)}`,
            t('postingCount', { count }),
          ),
        }))}
      >
        {(size) => <ChartPairs size={size} name={name} delays={weeks} spanOf={weekOf} duration={duration} />}
      </ChartFrame>
    </section>
  )
}
