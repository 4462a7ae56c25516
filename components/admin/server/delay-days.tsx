'use client'

import type { AdminActivity } from '#lib/api/server/admin.ts'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartPairs } from '#components/ui/chart/chart-pairs.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatCount, formatDate, formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** The delays of each of the last seven days; nothing before there are two. */
export function DelayDays({ days }: Pick<AdminActivity, 'days'>) {
  const t = useWords('admin')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const first = days[0]
  const last = days.at(-1)
  if (days.length < 2 || first === undefined || last === undefined) return null
  const duration = (ms: number) => formatDuration(Math.max(0, ms), locale)
  // A span of 24 hours goes by the day on which it ends.
  const dayOf = (from: string) => formatDate(Date.parse(from) + DAY_MS, nowMs, timeZone, locale)
  // Days without exact times are left out, also the present one.
  const isPresent = nowMs - Date.parse(last.from) < 1.5 * DAY_MS
  const name = t(isPresent ? 'delayDaysSentence' : 'delayDaysSentencePast', {
    last: dayOf(last.from),
    half: duration(last.medianMs),
    ninety: duration(last.p90Ms),
    before: duration(first.medianMs),
    date: dayOf(first.from),
  })
  return (
    <section className="min-w-0">
      <SectionHead title={t('delayByDay')} lede={t('delayByDayLede')} />
      <ChartFrame
        name={name}
        table={{
          columns: [t('day'), t('halfWithin'), t('ninetyWithin'), t('postingsExact')],
          rows: days.toReversed().map((day) => ({
            key: day.from,
            cells: [
              ...[dayOf(day.from), duration(day.medianMs), duration(day.p90Ms)],
              formatCount(day.count, locale),
            ],
          })),
        }}
        points={days.map((day) => ({
          key: day.from,
          words: pointWords(
            dayOf(day.from),
            `${t('halfWithin')} ${duration(day.medianMs)}`,
            `${t('ninetyWithin')} ${duration(day.p90Ms)}`,
          ),
        }))}
        note={<p className="mt-2 text-12 text-ink-2">{name}</p>}
      >
        {(size) => (
          <ChartPairs
            size={size === 'wide' ? 'half' : 'narrow'}
            name={name}
            delays={days}
            spanOf={dayOf}
            duration={duration}
          />
        )}
      </ChartFrame>
    </section>
  )
}
