import Link from 'next/link'
import type { DelayHistory, DelayPoint, Outage } from '#lib/api/freshness/freshness.ts'
import { Time } from '#components/ui/time.tsx'
import { formatDuration } from '#lib/text/format.ts'
import { formatDelay } from '#lib/api/postings/format-delay.ts'
import type { Locale, AreaWords } from '#lib/words/areas.ts'

/** The words of a band of the chart. */
export const outageWords = { host: 'outageHost', source: 'outageSource' } as const

type RowContext = { readonly sourceId: number; readonly t: AreaWords<'sources'>; readonly locale: Locale }

/** Rows of the table beside the chart, the newest first: postings, and outages at the time at which they began. */
export function delayRows({ delays, outages }: DelayHistory, context: RowContext) {
  const rows = [
    ...delays.map((point) => ({
      at: point.foundAt,
      key: point.postingId,
      cells: pointCells(point, context),
    })),
    ...outages.map((outage) => ({
      at: outage.from,
      key: outage.from,
      cells: outageCells(outage, context),
    })),
  ]
  return rows.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

function pointCells(point: DelayPoint, { sourceId, t, locale }: RowContext) {
  return [
    <Link key="title" href={`/?source=${sourceId}&posting=${point.postingId}`} className="hover:underline">
      {point.title}
    </Link>,
    point.publishedAt === null ? t('notGiven') : <Time key="at" at={point.publishedAt} show="absolute" />,
    <Time key="found" at={point.foundAt} show="absolute" />,
    formatDelay(point.delay, locale) || t('firstDocument'),
  ]
}

function outageCells({ from, until, kind }: Outage, { t, locale }: RowContext) {
  return [
    <strong key="what" className="font-[550] text-late">
      {t(outageWords[kind])}
    </strong>,
    <Time key="from" at={from} show="absolute" />,
    until === null ? t('outageLasts') : <Time key="until" at={until} show="absolute" />,
    until === null ? '' : formatDuration(Date.parse(until) - Date.parse(from), locale),
  ]
}
