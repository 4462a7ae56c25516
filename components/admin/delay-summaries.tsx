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
  return (
    <Table>
      <caption className="sr-only">Delay of postings, last 24 hours and last 7 days</caption>
      <thead>
        <tr>
          <HeadCell>Found</HeadCell>
          <HeadCell numeric>Postings</HeadCell>
          <HeadCell numeric>Half within</HeadCell>
          <HeadCell numeric>90&nbsp;% within</HeadCell>
          <HeadCell numeric>Mean</HeadCell>
          <HeadCell numeric>Mean by weight</HeadCell>
          <HeadCell numeric>Longest</HeadCell>
          <HeadCell numeric>Without exact time</HeadCell>
        </tr>
      </thead>
      <tbody>
        {day.data !== undefined && <SummaryRow name="last 24 h" delay={day.data} />}
        {week.data !== undefined && <SummaryRow name="last 7 days" delay={week.data} />}
      </tbody>
    </Table>
  )
}

function SummaryRow({ name, delay }: { readonly name: string; readonly delay: AdminDelay }) {
  return (
    <tr>
      <Cell className="font-[580]">{name}</Cell>
      <Cell numeric>{formatCount(delay.count)}</Cell>
      <Cell numeric className="font-[580]">
        {delayText(delay.medianMs)}
      </Cell>
      <Cell numeric>{delayText(delay.p90Ms)}</Cell>
      <Cell numeric>{delayText(delay.meanMs)}</Cell>
      <Cell numeric>{delayText(delay.weightedMeanMs)}</Cell>
      <Cell numeric>{delayText(delay.maxMs)}</Cell>
      <Cell numeric>{formatCount(delay.withoutExactTime)}</Cell>
    </tr>
  )
}
