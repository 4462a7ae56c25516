'use client'

import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartHours } from '#components/ui/chart/chart-hours.tsx'
import { Empty } from '#components/ui/form/empty.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatDate, formatFullHour, formatHours, formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { Locale, AreaWords } from '#lib/words/areas.ts'
import { SourceWeek } from './source-week.tsx'
import {
  busiestHours,
  hourOfDay,
  patternInZone,
  zoneOffsetMinutes,
} from '#components/ui/chart/hour-profile.ts'

/** The source's times of posting, by the reader's hours of the day and the week, and the polls planned for the coming day. */
export function SourceHours({
  plan,
  learned,
  learnsUntil,
}: Pick<SourceDetail, 'plan' | 'learned' | 'learnsUntil'>) {
  const t = useWords('sources')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  if (plan === null || learnsUntil !== null) {
    return (
      <section>
        <SectionHead title={t('whenItPosts')} />
        <div className="rounded-3 border border-line bg-paper">
          <Empty title={t('notKnownYet')}>
            {plan === null || learnsUntil === null
              ? t('notKnownYetHint')
              : t('learnsUntil', { date: formatDate(Date.parse(learnsUntil), nowMs, timeZone, locale) })}
          </Empty>
        </div>
      </section>
    )
  }
  const offset = zoneOffsetMinutes(nowMs, timeZone)
  const pattern = patternInZone(plan.pattern, offset)
  const polls = plan.plannedAt.map((instant) => hourOfDay(instant, offset))
  const name = sentence(pattern, polls.length, t, locale)
  const rows = pattern.map((share, hour) => ({
    key: String(hour),
    cells: [
      formatFullHour(hour),
      formatShare(share, locale),
      String(polls.filter((poll) => Math.floor(poll) === hour).length),
    ],
  }))
  if (learned !== null) {
    return (
      <section>
        <SectionHead title={t('whenItPosts')} lede={t('heatLede')} />
        <SourceWeek learned={learned} plan={plan} />
      </section>
    )
  }
  return (
    <section>
      <SectionHead title={t('whenItPosts')} lede={t('hoursPollsLede')} />
      <ChartFrame
        name={name}
        table={{ columns: [t('hour'), t('shareOfPostings'), t('plannedPolls')], rows }}
        points={pattern.map((share, hour) => ({
          key: String(hour),
          words: pointWords(formatHours(hour, (hour + 1) % 24), formatShare(share, locale)),
        }))}
        note={<p className="mt-2 text-12 text-ink-2">{name}.</p>}
      >
        {(size) => (
          <ChartHours
            size={size}
            format={(share) => formatShare(share, locale)}
            name={name}
            values={pattern}
            marks={polls}
            marksName={t('pollsPlanned', { count: polls.length })}
            now={hourOfDay(new Date(nowMs).toISOString(), offset)}
          />
        )}
      </ChartFrame>
    </section>
  )
}

function sentence(
  pattern: readonly number[],
  polls: number,
  t: AreaWords<'sources'>,
  locale: Locale,
): string {
  const planned = t('pollsPlanned', { count: polls })
  const busiest = busiestHours(pattern, 0.5)
  // Half of the postings in more than a third of the day says nothing worth saying.
  if (busiest === null || busiest.length > 8) return t('spreadOverHours', { planned })
  return t('busiestHours', {
    hours: formatHours(busiest.start, busiest.end),
    share: formatShare(busiest.share, locale),
    planned,
  })
}
