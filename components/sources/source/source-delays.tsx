'use client'

import { usePathname, useRouter } from 'next/navigation'
import type { DelayHistory, DelayPoint } from '#lib/api/freshness/freshness.ts'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartScatter } from '#components/ui/chart/chart-scatter.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatDuration, formatMoment } from '#lib/text/format.ts'
import { delayWords } from '#lib/api/postings/format-delay.ts'
import { useSourceDelays } from '#lib/queries/sources/sources.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { Locale, AreaWords } from '#lib/words/areas.ts'
import { dateAxis, delayAxis, foundWithin, outageBands, promiseSpans, scatterPoints } from './delay-chart.ts'
import { delayRows, outageWords } from './delay-rows.tsx'
import { PromiseLegend } from '#components/sources/list/promise-legend.tsx'

type SourceDelaysProps = {
  readonly sourceId: number
  readonly days: number
  /** The promise for its postings; null: none. */
  readonly promiseMs: number | null
}

/** The delay of each posting as a chart, and the postings themselves. The range stands in the address. */
export function SourceDelays({ sourceId, days, promiseMs }: SourceDelaysProps) {
  const t = useWords('sources')
  const ranges = [
    { value: '7', label: t('days7') },
    { value: '30', label: t('days30') },
    { value: '365', label: t('year1') },
  ] as const
  const router = useRouter()
  const pathname = usePathname()
  const delays = useSourceDelays(sourceId, days)
  return (
    <>
      <SectionHead title={t('delayOfEach')} lede={t('delayLede')}>
        <Segmented
          label={t('daysShown')}
          value={String(days)}
          options={ranges}
          onChange={(value) => router.replace(`${pathname}?days=${value}${location.hash}`, { scroll: false })}
        />
      </SectionHead>
      {delays.isPending && <Waiting rows={1} rowHeight={280} />}
      {delays.isError && (
        <Failed title={t('delaysFailed')} error={delays.error} onRetry={() => void delays.refetch()} />
      )}
      {delays.isSuccess && (
        <DelayChart history={delays.data} days={days} sourceId={sourceId} promiseMs={promiseMs} />
      )}
    </>
  )
}

type DelayChartProps = SourceDelaysProps & { readonly history: DelayHistory }

function DelayChart({ history, days, sourceId, promiseMs }: DelayChartProps) {
  const { delays } = history
  const t = useWords('sources')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const points = scatterPoints(delays, promiseMs)
  if (points.length === 0) {
    return (
      <div className="rounded-3 border border-line bg-paper">
        <Empty title={t('noDelayYet')}>{t('noDelayYetHint')}</Empty>
      </div>
    )
  }
  const x = {
    narrow: dateAxis(nowMs, days, 3, timeZone, locale),
    half: dateAxis(nowMs, days, 4, timeZone, locale),
    wide: dateAxis(nowMs, days, 6, timeZone, locale),
  }
  const y = delayAxis(points, promiseMs, locale)
  const drawn = new Set(points.map(({ key }) => key))
  const ninety = foundWithin(delays, 0.9)
  const name = sentence(delays, points.length, t, locale)
  const strip = promiseSpans(history.promises, x.wide.range)
  return (
    <ChartFrame
      name={name}
      table={{
        columns: [t('posting'), t('published'), t('foundHead'), t('delay')],
        rows: delayRows(history, { sourceId, t, locale }),
      }}
      isFullWidth
      points={delays
        .filter(({ postingId }) => drawn.has(postingId))
        .toSorted((a, b) => Date.parse(a.foundAt) - Date.parse(b.foundAt))
        .map(({ postingId, foundAt, title, delay }) => ({
          key: postingId,
          words: pointWords(
            formatMoment(Date.parse(foundAt), nowMs, timeZone, locale),
            title,
            delayWords(delay, locale),
          ),
        }))}
      note={<PromiseLegend spans={strip} />}
    >
      {(size) => (
        <ChartScatter
          size={size}
          name={name}
          points={points}
          xRange={x[size].range}
          xTicks={x[size].ticks}
          yRange={y.range}
          yTicks={y.ticks}
          bands={outageBands(history.outages, x[size].range, (kind) => t(outageWords[kind]))}
          strip={strip}
          promise={
            promiseMs === null
              ? null
              : { at: promiseMs, label: t('promisedWithin', { duration: formatDuration(promiseMs, locale) }) }
          }
          line={
            ninety === null
              ? null
              : { at: ninety, label: t('ninetyWithin', { duration: formatDuration(ninety, locale) }) }
          }
        />
      )}
    </ChartFrame>
  )
}

function sentence(
  delays: readonly DelayPoint[],
  count: number,
  t: AreaWords<'sources'>,
  locale: Locale,
): string {
  const half = foundWithin(delays, 0.5)
  const ninety = foundWithin(delays, 0.9)
  if (half === null || ninety === null) return t('delayNoneExact', { count })
  return t('delaySentence', {
    count,
    half: formatDuration(half, locale),
    ninety: formatDuration(ninety, locale),
  })
}
