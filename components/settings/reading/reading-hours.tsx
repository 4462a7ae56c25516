'use client'

import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartWeek } from '#components/ui/chart/chart-week.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { useClock } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { ReadingHours, ReadingHoursChange } from '#lib/api/accounts/reading-hours.ts'
import { formatFullHour, formatHours, formatShare } from '#lib/text/format.ts'
import {
  useChangeReadingHours,
  useForgetReadingHours,
  useReadingHours,
} from '#lib/queries/accounts/reading-hours.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { WeekGrid } from './week-grid.tsx'
import { formatWeekday, hoursGiven } from './week-hours.ts'

/** Whether delay counts less while the subscriber does not read, and by which hours. */
export function ReadingHoursChoice() {
  const t = useWords('settings')
  const common = useWords('common')
  const { timeZone } = useClock()
  const { data, isError } = useReadingHours()
  const { mutate } = useChangeReadingHours()
  if (data === undefined)
    return <p className="text-ink-3">{isError ? t('hoursFailed') : common('loading')}</p>
  const change = (changed: ReadingHoursChange) =>
    mutate(changed, { onError: (error) => showError(t('settingNotSaved'), error) })
  const options = [
    { value: 'off', label: t('hoursOff') },
    { value: 'learned', label: t('hoursLearned') },
    { value: 'given', label: t('hoursGiven') },
  ] as const
  return (
    <div className="flex flex-col items-start gap-4">
      <Segmented
        label={t('readingHours')}
        value={data.kind}
        options={options}
        onChange={(kind) => change({ kind, ...(data.kind === 'off' && { zone: timeZone }) })}
      />
      {data.kind !== 'off' && <ZoneOfHours zone={data.zone} onChange={(zone) => change({ zone })} />}
      {data.kind === 'learned' && <LearnedHours learned={data.learned} />}
      {data.kind === 'given' && (
        <GivenHours
          hours={data}
          onPaint={(given, onSettled) =>
            mutate({ given }, { onError: (error) => showError(t('settingNotSaved'), error), onSettled })
          }
        />
      )}
      {data.kind === 'learned' && data.learned !== null && (
        <LearnedChart zone={data.zone} values={data.learned} />
      )}
    </div>
  )
}

/** Whose hours they are; for who has moved, a button to take those of this browser. */
function ZoneOfHours({
  zone,
  onChange,
}: {
  readonly zone: string
  readonly onChange: (zone: string) => void
}) {
  const t = useWords('settings')
  const { timeZone, isAlive } = useClock()
  return (
    <div className="flex flex-wrap items-center gap-3 text-12 text-ink-2">
      <span>{t('hoursZone', { zone })}</span>
      {isAlive && zone !== timeZone && (
        <Button onClick={() => onChange(timeZone)}>{t('useZone', { zone: timeZone })}</Button>
      )}
    </div>
  )
}

function LearnedHours({ learned }: Pick<ReadingHours, 'learned'>) {
  const t = useWords('settings')
  const forget = useForgetReadingHours()
  return (
    <>
      <p className="text-12 text-ink-2">{learned === null ? t('hoursTooFew') : t('hoursLearnedFrom')}</p>
      {learned !== null && (
        <Button
          disabled={forget.isPending}
          onClick={() =>
            forget.mutate(undefined, {
              onSuccess: () => showToast(t('hoursForgotten')),
              onError: (error) => showError(t('settingNotSaved'), error),
            })
          }
        >
          {t('forgetHours')}
        </Button>
      )}
    </>
  )
}

type GivenHoursProps = {
  readonly hours: ReadingHours
  /** `onSettled` hears when the latest is kept, or was refused. */
  readonly onPaint: (given: number[], onSettled: () => void) => void
}

/** Hours of the week that the subscriber paints. */
function GivenHours({ hours, onPaint }: GivenHoursProps) {
  const t = useWords('settings')
  // Painted hours are seen at once. More can be painted while they are on their way.
  const [draft, setDraft] = useState<readonly number[] | null>(null)
  const { zone } = hours
  const given = draft ?? hours.given
  const paint = (next: number[]) => {
    setDraft(next)
    onPaint(next, () => setDraft(null))
  }
  return (
    <div className="w-full max-w-[520px]">
      <p className="mb-2 text-12 text-ink-2">{t('paintHours')}</p>
      <ChartFrame name={t('hoursChart', { zone })} table={useHoursTable(hoursGiven(given))}>
        <WeekGrid name={t('paintName', { zone })} given={given} onPaint={paint} />
      </ChartFrame>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 text-12 text-ink-2">
          {given.length === 0 ? t('noHoursGiven') : t('hoursPainted', { count: given.length })}
        </p>
        {given.length > 0 && (
          <Button size="small" onClick={() => paint([])}>
            {t('clearHours')}
          </Button>
        )}
      </div>
      <p className="mt-2 text-12 text-ink-2">{t('hoursMeaning')}</p>
    </div>
  )
}

function useHoursTable(values: readonly number[]) {
  const t = useWords('settings')
  const locale = useLocale()
  const days = Array.from({ length: 7 }, (_, day) => formatWeekday(day, locale))
  const rows = Array.from({ length: 24 }, (_, hour) => ({
    key: String(hour),
    cells: [formatFullHour(hour), ...days.map((_, day) => formatShare(values[24 * day + hour] ?? 1, locale))],
  }))
  return { columns: [t('hoursHour'), ...days], rows }
}

/** The value of a minute by hour of the week, as it was learned. */
function LearnedChart({ zone, values }: { readonly zone: string; readonly values: readonly number[] }) {
  const t = useWords('settings')
  const locale = useLocale()
  const name = t('hoursChart', { zone })
  const days = Array.from({ length: 7 }, (_, day) => formatWeekday(day, locale))
  return (
    <div className="w-full">
      <ChartFrame
        name={name}
        table={useHoursTable(values)}
        rowLength={24}
        points={values.map((value, hour) => ({
          key: String(hour),
          words: pointWords(
            `${days[Math.floor(hour / 24)] ?? ''} ${formatHours(hour % 24, (hour + 1) % 24)}`,
            formatShare(value, locale),
          ),
        }))}
      >
        <ChartWeek name={name} values={values} days={days} />
      </ChartFrame>
      <p className="mt-2 text-12 text-ink-2">{t('hoursMeaning')}</p>
    </div>
  )
}
