'use client'

import type { AdminActivity } from '#lib/api/server/admin.ts'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartStack, stackSwatch } from '#components/ui/chart/chart-stack.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatCount, formatMoment, formatTime } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** From below to above. */
const outcomes = [
  { name: 'fetched', tone: 'fresh', words: 'pollsFetched' },
  { name: 'unchanged', tone: 'plain', words: 'pollsUnchanged' },
  { name: 'refused', tone: 'late', words: 'pollsRefused' },
  { name: 'failed', tone: 'broken', words: 'pollsFailed' },
] as const

/** The polls of the last 24 hours by what came of them, against what was planned; nothing where none was made. */
export function PollHours({ hours }: Pick<AdminActivity, 'hours'>) {
  const t = useWords('admin')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const at = (hour: AdminActivity['hours'][number]) => formatTime(Date.parse(hour.at), timeZone, locale)
  const sum = (name: (typeof outcomes)[number]['name']) => hours.reduce((all, hour) => all + hour[name], 0)
  const count = outcomes.reduce((all, { name }) => all + sum(name), 0)
  // On the first day, a sum for some hours would not belong beside the checks of all.
  const isPlanned = hours.every((hour) => hour.planned !== null)
  // Of the running hour what has passed of it.
  const planned = hours.reduce((all, hour) => {
    const passed = Math.min(1, (nowMs - Date.parse(hour.at)) / HOUR_MS)
    return all + (hour.planned ?? 0) * Math.max(0, passed)
  }, 0)
  const [first] = hours
  if (count === 0 || first === undefined) return null
  // The first hour begins less than 24 hours ago: "in 24 hours" would be more.
  const from = formatMoment(Date.parse(first.at), nowMs, timeZone, locale)
  const name = t('pollsSentence', {
    count,
    from,
    planned: isPlanned ? Math.round(planned) : 0,
    failed: sum('failed'),
  })
  const figure = (value: number | null) => (value === null ? '' : formatCount(Math.round(value), locale))
  return (
    <section className="min-w-0">
      <SectionHead title={t('pollsByHour')} lede={t('pollsByHourLede')} />
      <ChartFrame
        name={name}
        table={{
          columns: [t('hourHead'), ...outcomes.map(({ words }) => t(words)), t('pollsPlanned')],
          rows: hours.toReversed().map((hour) => ({
            key: hour.at,
            cells: [at(hour), ...outcomes.map((each) => figure(hour[each.name])), figure(hour.planned)],
          })),
        }}
        points={hours.map((hour) => ({
          key: hour.at,
          words: pointWords(
            at(hour),
            ...outcomes
              .filter((each) => hour[each.name] > 0)
              .map((each) => `${t(each.words)} ${figure(hour[each.name])}`),
          ),
        }))}
        note={
          <>
            <p className="mt-2 text-12 text-ink-2">{name}</p>
            <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
              {outcomes.map(({ name: outcome, tone, words }) => (
                <li key={outcome} className="flex items-center gap-1.5">
                  <span aria-hidden className={`size-2.5 rounded-1 ${stackSwatch[tone]}`} />
                  {t(words)}
                </li>
              ))}
              <li className="flex items-center gap-1.5">
                <span aria-hidden className="w-4 border-t-[1.5px] border-dashed border-ink" />
                {t('pollsPlanned')}
              </li>
            </ul>
          </>
        }
      >
        {(size) => (
          <ChartStack
            size={size === 'wide' ? 'half' : 'narrow'}
            name={name}
            format={figure}
            columns={hours.map((hour) => ({
              key: hour.at,
              label: at(hour),
              planned: hour.planned,
              parts: outcomes.map((each) => ({ tone: each.tone, value: hour[each.name] })),
            }))}
          />
        )}
      </ChartFrame>
    </section>
  )
}
