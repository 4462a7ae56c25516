'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatCount, formatShare } from '#lib/text/format.ts'
import { useAdminActivity, useAggregatorStatus } from '#lib/queries/admin/admin.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { StoredSizes } from '#components/admin/retention/stored-sizes.tsx'
import { DelaySummaries } from '#components/admin/budget/delay-summaries.tsx'
import { delayText } from '#components/admin/sources/source-figures.ts'
import type { AggregatorStatus } from '#lib/api/server/admin.ts'
import { DelayDays } from './delay-days.tsx'
import { PollHours } from './poll-hours.tsx'

/** The state of the aggregator, and how late postings are found on this server. */
export function OverviewScreen() {
  const t = useWords('admin')
  const status = useAggregatorStatus()
  return (
    <div className="max-w-[1320px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('overview')} />
      {status.isPending && <Waiting rows={2} />}
      {status.isError && (
        <Failed title={t('stateFailed')} error={status.error} onRetry={() => void status.refetch()} />
      )}
      {status.isSuccess && <Status status={status.data} />}
      <Activity />
      <div className={halves}>
        <section>
          <SectionHead title={t('delay')} lede={t('delayLede')} />
          <DelaySummaries />
        </section>
        <section>
          <SectionHead title={t('stored')} lede={t('storedEffect')} />
          <StoredSizes />
        </section>
      </div>
    </div>
  )
}

/** Two pictures side by side, one below the other in narrow windows. */
const halves = 'grid gap-x-8 max-xl:max-w-[720px] xl:grid-cols-2'

/** Room is kept for the pictures, so that nothing moves when they come. */
function Activity() {
  const t = useWords('admin')
  const activity = useAdminActivity()
  if (activity.isPending) return <Waiting rows={1} rowHeight={340} />
  if (activity.isError)
    return (
      <Failed title={t('activityFailed')} error={activity.error} onRetry={() => void activity.refetch()} />
    )
  return (
    <div className={halves}>
      <PollHours hours={activity.data.hours} />
      <DelayDays days={activity.data.days} />
    </div>
  )
}

function Status({ status }: { readonly status: AggregatorStatus }) {
  const t = useWords('admin')
  const locale = useLocale()
  const { plannedAt, lastPassAt } = status
  const grantedShare = status.budgetPerDay === 0 ? 0 : status.grantedPerDay / status.budgetPerDay
  return (
    <>
      <dl className="grid grid-cols-2 border-y border-line lg:grid-cols-4 [&>div]:border-line lg:[&>div+div]:border-s lg:[&>div+div]:ps-5 max-lg:[&>div:nth-child(-n+2)]:border-b max-lg:[&>div:nth-child(2n)]:border-s max-lg:[&>div:nth-child(2n)]:ps-4">
        <Fact name={t('pollsLastHour')} value={formatCount(status.pollsLastHour, locale)}>
          {status.failuresLastHour > 0 ? (
            <span className="text-broken">{t('withoutAnswer', { count: status.failuresLastHour })}</span>
          ) : (
            t('allAnswered')
          )}
        </Fact>
        {status.onTimeShare !== null && (
          <Fact name={t('startedOnTime')} value={formatShare(status.onTimeShare, locale)}>
            {t('ofLastHour')}
          </Fact>
        )}
        <Fact name={t('granted')} value={t('grantedRate', { count: Math.round(status.grantedPerDay) })}>
          <span className="block">{t('grantedOf', { count: status.budgetPerDay })}</span>
          <span aria-hidden className="mt-1.5 block h-1.5 max-w-48 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full bg-ink-2"
              style={{ width: `${Math.min(1, grantedShare) * 100}%` }}
            />
          </span>
        </Fact>
        <Fact name={t('delayExpected')} value={delayText(status.predictedDelayMs, locale)}>
          {plannedAt === null
            ? t('weightedMean')
            : t.rich('weightedMeanPlanned', { time: () => <Time at={plannedAt} /> })}
        </Fact>
      </dl>
      <p className="mt-4 text-ink-2">
        {lastPassAt === null ? t('notLookedYet') : t.rich('looked', { time: () => <Time at={lastPassAt} /> })}{' '}
        {t.rich('sourcesPolled', {
          polled: status.sources.polled,
          due: status.due,
          failing: status.sources.failing,
          polls: status.pollsLastDay,
          failingLink: (words) => (status.sources.failing > 0 ? <FailingLink>{words}</FailingLink> : words),
        })}
      </p>
    </>
  )
}

function Fact(props: { readonly name: string; readonly value: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="py-3 pe-4 text-12 text-ink-2">
      <dt className="font-medium text-ink-3">{props.name}</dt>
      <dd className="text-[18px] leading-[26px] font-[620] text-ink">{props.value}</dd>
      <dd>{props.children}</dd>
    </div>
  )
}

function FailingLink({ children }: { readonly children: ReactNode }) {
  return (
    <Link
      href="/admin/sources?state=failing"
      className="text-broken underline decoration-control underline-offset-3"
    >
      {children}
    </Link>
  )
}
