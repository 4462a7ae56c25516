import Link from 'next/link'
import type { FreshnessMonth as Month, FreshnessSummary, MonthDot } from '#lib/api/freshness/freshness.ts'
import { dateAxis, delayAxis } from '#components/sources/source/delay-chart.ts'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartScatter } from '#components/ui/chart/chart-scatter.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import { formatDuration, formatMoment } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { dotPoints } from './month-dots.ts'

/** The axes of the pictures of a month show so many days. */
export const monthDays = 30

type MonthOfDotsProps = { readonly month: Month; readonly overall: FreshnessSummary }

/** Every article of a month as a dot: when it was published, and how long after that it was found. */
export function MonthOfDots({ month: { dots, isSample }, overall }: MonthOfDotsProps) {
  const t = useWords('sources')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  if (dots.length === 0) return null
  const x = {
    narrow: dateAxis(nowMs, monthDays, 3, timeZone, locale),
    half: dateAxis(nowMs, monthDays, 4, timeZone, locale),
    wide: dateAxis(nowMs, monthDays, 6, timeZone, locale),
  }
  const points = dotPoints(dots, x.wide.range[0])
  const y = delayAxis(points, null, locale)
  const duration = (ms: number | null) => formatDuration(Math.max(0, ms ?? 0), locale)
  const name = t('monthSentence', {
    count: overall.count,
    half: duration(overall.medianMs),
    ninety: duration(overall.p90Ms),
  })
  const ninety = Math.max(overall.p90Ms ?? 0, y.range[0])
  return (
    <section>
      <SectionHead title={t('everyArticle')} lede={t('everyArticleLede')} />
      <p className="mb-2.5 text-13 text-ink-2">
        {name}
        {isSample && ` ${t('someShown', { count: dots.length })}`}
      </p>
      <ChartFrame
        name={name}
        table={{
          columns: [t('posting'), t('source'), t('published'), t('delay')],
          rows: dots.toReversed().map((dot) => ({ key: dot.postingId, cells: cellsOf(dot, duration) })),
        }}
        isFullWidth
        points={dots.map(({ postingId, publishedAt, title, source, delayMs }) => ({
          key: postingId,
          words: pointWords(
            formatMoment(Date.parse(publishedAt), nowMs, timeZone, locale),
            source,
            title,
            locale.t('after', { duration: duration(delayMs) }),
          ),
        }))}
      >
        {(size) => (
          <ChartScatter
            size={size}
            name={name}
            points={points}
            bands={[]}
            strip={[]}
            promise={null}
            xRange={x[size].range}
            xTicks={x[size].ticks}
            yRange={y.range}
            yTicks={y.ticks}
            line={{ at: ninety, label: t('ninetyWithin', { duration: duration(overall.p90Ms) }) }}
          />
        )}
      </ChartFrame>
    </section>
  )
}

function cellsOf(dot: MonthDot, duration: (ms: number) => string) {
  return [
    <Link
      key="title"
      href={`/?source=${dot.sourceId}&posting=${dot.postingId}`}
      prefetch={false}
      className="hover:underline"
    >
      <bdi>{dot.title}</bdi>
    </Link>,
    <bdi key="source">{dot.source}</bdi>,
    <Time key="at" at={dot.publishedAt} show="absolute" />,
    duration(dot.delayMs),
  ]
}
