'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import type { AggregatorStatus } from '#lib/api/admin.ts'
import { Failed, Waiting } from '#components/ui/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatAmount, formatCount, formatShare } from '#lib/format.ts'
import { useAggregatorStatus } from '#lib/queries/admin.ts'
import { DelaySummaries } from './delay-summaries.tsx'
import { delayText } from './source-figures.ts'

/** How the aggregator is doing, and how late postings are found on this server. */
export function OverviewScreen() {
  const status = useAggregatorStatus()
  return (
    <div className="mx-auto max-w-[1320px] px-10 pb-16 max-sm:px-4">
      <PageHead title="Overview" />
      {status.isPending && <Waiting rows={2} />}
      {status.isError && (
        <Failed
          title="The aggregator’s state did not load."
          reason={status.error.message}
          onRetry={() => void status.refetch()}
        />
      )}
      {status.isSuccess && <Status status={status.data} />}
      <SectionHead title="Delay" lede="from published to found, all sources; first documents left out" />
      <DelaySummaries />
    </div>
  )
}

function Status({ status }: { readonly status: AggregatorStatus }) {
  const grantedShare = status.budgetPerDay === 0 ? 0 : status.grantedPerDay / status.budgetPerDay
  return (
    <>
      <dl className="grid grid-cols-2 border-y border-line lg:grid-cols-4 [&>div]:border-line lg:[&>div+div]:border-l lg:[&>div+div]:pl-5 max-lg:[&>div:nth-child(-n+2)]:border-b max-lg:[&>div:nth-child(2n)]:border-l max-lg:[&>div:nth-child(2n)]:pl-4">
        <Fact name="Polls in the last hour" value={formatCount(status.pollsLastHour)}>
          {status.failuresLastHour > 0 ? (
            <span className="text-broken">{formatCount(status.failuresLastHour)} without answer</span>
          ) : (
            'all answered'
          )}
        </Fact>
        <Fact
          name="Started within 5 s of plan"
          value={status.onTimeShare === null ? 'unknown' : formatShare(status.onTimeShare)}
        >
          {status.onTimeShare === null ? 'no polls in the last hour' : 'of the last hour’s polls'}
        </Fact>
        <Fact name="Granted" value={`${formatCount(Math.round(status.grantedPerDay))} a\u00a0day`}>
          <span className="block">of {formatCount(status.budgetPerDay)}</span>
          <span aria-hidden className="mt-1.5 block h-1.5 max-w-48 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full bg-ink-2"
              style={{ width: `${Math.min(1, grantedShare) * 100}%` }}
            />
          </span>
        </Fact>
        <Fact name="Delay expected" value={delayText(status.predictedDelayMs)}>
          weighted mean
          {status.plannedAt !== null && (
            <>
              ; planned <Time at={status.plannedAt} />
            </>
          )}
        </Fact>
      </dl>
      <p className="mt-4 text-ink-2">
        {status.lastPassAt === null ? (
          'The aggregator has not looked yet.'
        ) : (
          <>
            The aggregator {status.isRunning ? 'is at work' : 'rests'}; it looked{' '}
            <Time at={status.lastPassAt} />.
          </>
        )}{' '}
        {formatAmount(status.sources.polled, 'source')} polled, {formatCount(status.due)} due now,{' '}
        {status.sources.failing > 0 ? (
          <Link
            href="/admin/sources?state=failing"
            className="text-broken underline decoration-control underline-offset-3"
          >
            {formatCount(status.sources.failing)} without answer
          </Link>
        ) : (
          'none without answer'
        )}
        . {formatCount(status.pollsLastDay)} polls in the last 24 h.
      </p>
    </>
  )
}

function Fact(props: { readonly name: string; readonly value: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="py-3 pr-4 text-12 text-ink-2">
      <dt className="font-medium text-ink-3">{props.name}</dt>
      <dd className="text-[18px] leading-[26px] font-[620] text-ink">{props.value}</dd>
      <dd>{props.children}</dd>
    </div>
  )
}
