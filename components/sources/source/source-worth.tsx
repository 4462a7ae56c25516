'use client'

import { useState } from 'react'
import type { SourceWorthAnswer as Worth } from '#lib/api/sources/sources.ts'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartRise } from '#components/ui/chart/chart-rise.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatDate, formatMoment, formatTime } from '#lib/text/format.ts'
import { sayFigure } from '#lib/text/say-reason.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { HOUR_MS } from '#lib/policy/basics/time.ts'
import { axisInstants, firstSpan, worthLines, type WorthSpan } from './worth-chart.ts'

/** Longer spans have dates below their axis instead of hours. */
const longMs = 36 * HOUR_MS

/** The value of a poll against its price, until the next poll or over the coming day, with the sentence that says it. */
export function SourceWorth({ worth }: { readonly worth: Worth }) {
  const t = useWords('sources')
  const [span, setSpan] = useState<WorthSpan>(() => firstSpan(worth))
  const { sentence, table, points } = useWorthWords(worth)
  return (
    <>
      <Segmented
        label={t('worthSpan')}
        value={span}
        options={[
          { value: 'next', label: t('worthToNext') },
          { value: 'day', label: t('worthOfDay') },
        ]}
        onChange={setSpan}
        className="mb-3"
      />
      <ChartFrame name={sentence} table={table} points={points} isBare>
        <Rise worth={worth} span={span} name={sentence} />
      </ChartFrame>
      <p className="mt-1 border-t border-line pt-2.5">{sentence}</p>
      {!worth.heedsHours && <p className="text-12 text-ink-3">{t('worthWithoutHours')}</p>}
    </>
  )
}

function Rise({
  worth,
  span,
  name,
}: {
  readonly worth: Worth
  readonly span: WorthSpan
  readonly name: string
}) {
  const t = useWords('sources')
  const locale = useLocale()
  const { timeZone, nowMs } = useClock()
  const { points, beyond } = worthLines(worth, span)
  const first = points[0]?.[0] ?? 0
  const last = beyond.at(-1)?.[0] ?? points.at(-1)?.[0] ?? 0
  const at = Date.parse(worth.at)
  const nextAt = Date.parse(worth.polls[0] ?? worth.at)
  const moment = (instant: number) => formatMoment(instant, nowMs, timeZone, locale)
  return (
    <ChartRise
      name={name}
      points={points}
      beyond={beyond}
      line={{ at: worth.price, label: t('worthPrice', { price: sayFigure(worth.price, locale) }) }}
      now={{ at, y: worth.now, label: t('worthNow', { time: moment(at) }) }}
      next={{ at: nextAt, y: worth.next, label: t('worthNext', { time: moment(nextAt) }) }}
      xTicks={axisInstants([first, last]).map((instant) => ({
        at: instant,
        // Days would touch each other.
        label:
          last - first > longMs
            ? formatDate(instant, nowMs, timeZone, locale)
            : formatTime(instant, timeZone, locale),
      }))}
      yLabel={t('worthUnit')}
      // Of sources that are polled as often as they may be, all is next to nothing.
      formatY={(value) => (value > 0 && value < 0.001 ? '' : sayFigure(value, locale))}
    />
  )
}

/** The sentence, and a row for each poll: when, and what it is worth by then. */
function useWorthWords(worth: Worth) {
  const t = useWords('sources')
  const locale = useLocale()
  const { timeZone, nowMs } = useClock()
  const moment = (instant: string) => formatMoment(Date.parse(instant), nowMs, timeZone, locale)
  const figure = (value: number) => sayFigure(value, locale)
  const [next = worth.at] = worth.polls
  const sentence = t('worthSentence', {
    now: figure(worth.now),
    price: figure(worth.price),
    next: figure(worth.next),
    time: moment(next),
  })
  const rows = [
    { at: worth.at, name: t('worthRowNow'), value: worth.now },
    ...worth.polls.map((at, index) => ({
      at,
      name: t(index === 0 ? 'nextPoll' : 'worthRowLater'),
      value: index === 0 ? worth.next : valueBefore(worth, at),
    })),
  ]
  return {
    sentence,
    points: rows.slice(0, 2).map(({ at, name, value }, index) => ({
      key: index === 0 ? 'now' : 'next',
      words: pointWords(moment(at), name, `${figure(value)} ${t('worthUnit')}`),
    })),
    table: {
      columns: [t('worthWhen'), t('worthWhat'), t('worthUnit')],
      rows: rows.map(({ at, name, value }) => ({
        key: `${name} ${at}`,
        cells: [moment(at), name, figure(value)],
      })),
    },
  }
}

/** The value that has come together until a poll: the last point of its rise. */
function valueBefore({ points }: Worth, poll: string): number {
  const at = Date.parse(poll)
  return (
    points.find(([instant], index) => instant >= at - 1 && (points[index + 1]?.[0] ?? 0) >= instant)?.[1] ?? 0
  )
}
