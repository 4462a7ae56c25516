'use client'

import type { AdminDelay } from '#lib/api/admin.ts'
import { Failed, Waiting } from '#components/ui/empty.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatCount } from '#lib/format.ts'
import { useAdminDelay } from '#lib/queries/admin.ts'
import { delayText } from './source-figures.ts'

const hourMs = 3_600_000

/** Delays of the last day and the last week, side by side. */
export function DelaySummaries() {
  const { nowMs } = useClock()
  // Whole hours: the address of the query changes seldom.
  const weekAgo = new Date(Math.floor(nowMs / hourMs) * hourMs - 7 * 24 * hourMs).toISOString()
  const day = useAdminDelay(null)
  const week = useAdminDelay(weekAgo)
  if (day.isPending || week.isPending) return <Waiting rows={2} rowHeight={44} />
  const failed = day.error ?? week.error
  if (failed !== null)
    return (
      <Failed
        title="The delays did not load."
        reason={failed.message}
        onRetry={() => void Promise.all([day.refetch(), week.refetch()])}
      />
    )
  const summaries = [day.data, week.data].filter((delay) => delay !== undefined)
  return (
    <Table className="max-w-[640px]">
      <caption className="sr-only">Delay of postings, last 24 hours and last 7 days</caption>
      <thead>
        <tr>
          <HeadCell>Found in the last</HeadCell>
          <HeadCell numeric>24 h</HeadCell>
          <HeadCell numeric>7 days</HeadCell>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, text }) => (
          <tr key={name}>
            <HeadCell scope="row" className="h-9 border-line pb-0 align-middle text-13 font-[450] text-ink-2">
              {name}
            </HeadCell>
            {summaries.map((delay) => (
              <Cell key={delay.since} numeric className="h-9 font-[550]">
                {text(delay)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const figures: readonly { readonly name: string; readonly text: (delay: AdminDelay) => string }[] = [
  { name: 'Half within', text: (delay) => delayText(delay.medianMs) },
  { name: '90\u00a0% within', text: (delay) => delayText(delay.p90Ms) },
  { name: 'Mean', text: (delay) => delayText(delay.meanMs) },
  { name: 'Mean by weight', text: (delay) => delayText(delay.weightedMeanMs) },
  { name: 'Longest', text: (delay) => delayText(delay.maxMs) },
  { name: 'Postings with exact time', text: (delay) => formatCount(delay.count) },
  { name: 'Postings without', text: (delay) => formatCount(delay.withoutExactTime) },
]
