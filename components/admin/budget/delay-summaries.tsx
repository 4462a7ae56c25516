'use client'

import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatCount } from '#lib/text/format.ts'
import { useAdminDelay } from '#lib/queries/admin/admin.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { MessageKey, Locale } from '#lib/words/areas.ts'
import { delayText } from '#components/admin/sources/source-figures.ts'
import { weekAgo } from './week-ago.ts'
import type { AdminDelay } from '#lib/api/server/admin.ts'

/** Delays of the last day and the last week, side by side. */
export function DelaySummaries() {
  const t = useWords('admin')
  const locale = useLocale()
  const { nowMs } = useClock()
  const day = useAdminDelay(null)
  const week = useAdminDelay(weekAgo(nowMs))
  if (day.isPending || week.isPending) return <Waiting rows={2} rowHeight={44} />
  const failed = day.error ?? week.error
  if (failed !== null)
    return (
      <Failed
        title={t('delaysFailed')}
        error={failed}
        onRetry={() => void Promise.all([day.refetch(), week.refetch()])}
      />
    )
  const summaries = [day.data, week.data].filter((delay) => delay !== undefined)
  if (summaries.every(({ count, withoutExactTime }) => count + withoutExactTime === 0))
    return <p className="text-ink-2">{t('delaysNotMeasured')}</p>
  return (
    <Table className="max-w-[640px]">
      <caption className="sr-only">{t('delayTable')}</caption>
      <thead>
        <tr>
          <HeadCell>{t('foundInLast')}</HeadCell>
          <HeadCell numeric>{t('hours24')}</HeadCell>
          <HeadCell numeric>{t('days7')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, text }) => (
          <tr key={name}>
            <HeadCell scope="row" className="h-9 border-line pb-0 align-middle text-13 font-[450] text-ink-2">
              {t(name)}
            </HeadCell>
            {summaries.map((delay) => (
              <Cell key={delay.since} numeric className="h-9 font-[550]">
                {text(delay, locale)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const figures = [
  { name: 'halfWithin', text: (delay, locale) => delayText(delay.medianMs, locale) },
  { name: 'ninetyWithin', text: (delay, locale) => delayText(delay.p90Ms, locale) },
  { name: 'mean', text: (delay, locale) => delayText(delay.meanMs, locale) },
  { name: 'meanByWeight', text: (delay, locale) => delayText(delay.weightedMeanMs, locale) },
  { name: 'longest', text: (delay, locale) => delayText(delay.maxMs, locale) },
  { name: 'postingsExact', text: (delay, locale) => formatCount(delay.count, locale) },
  { name: 'postingsInexact', text: (delay, locale) => formatCount(delay.withoutExactTime, locale) },
] as const satisfies readonly {
  readonly name: MessageKey<'admin'>
  readonly text: (delay: AdminDelay, locale: Locale) => string
}[]
