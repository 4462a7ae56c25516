'use client'

import { useState } from 'react'
import type { FreshnessQuery, FreshnessSummary, ReadingFreshness } from '#lib/api/freshness/freshness.ts'
import { SourceWeeks } from '#components/sources/source/source-weeks.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { stepHistory } from '#components/ui/step-history.ts'
import {
  useFreshnessMonth,
  useFreshnessSources,
  useReadingFreshness,
  useReadingWeeks,
} from '#lib/queries/sources/freshness.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { Fact } from '#components/sources/source/fact.tsx'
import { formatDuration, formatShare } from '#lib/text/format.ts'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'
import { FolderMonths } from './folder-months.tsx'
import { FreshnessFilter } from './freshness-filter.tsx'
import { MonthOfDots } from './freshness-month.tsx'
import { FreshnessSources } from './freshness-sources.tsx'
import { FreshnessSummaries } from './freshness-summaries.tsx'
import { SavingCard } from './saving-card.tsx'

/** The freshness of the subscriber's reading: all of it, over the weeks, by folder, and by source with the broken promises first. */
export function FreshnessScreen({ asked }: { readonly asked: FreshnessQuery }) {
  const t = useWords('sources')
  const reading = useReadingFreshness()
  return (
    <div className="max-w-[1120px] px-10 pb-24 max-sm:px-4">
      <PageHead title={t('freshness')} description={t('freshnessLede')} />
      {reading.isPending && <Waiting rows={4} rowHeight={46} />}
      {reading.isError && (
        <Failed title={t('freshnessFailed')} error={reading.error} onRetry={() => void reading.refetch()} />
      )}
      {reading.isSuccess && reading.data.overall.count > 0 && (
        <>
          <SavingCard />
          <FreshnessFacts overall={reading.data.overall} />
          <Month reading={reading.data} />
          <Weeks />
        </>
      )}
      {reading.isSuccess && reading.data.overall.count === 0 ? (
        <Empty title={t('nothingMeasured')}>{t('nothingMeasuredHint')}</Empty>
      ) : (
        <Sources asked={asked} />
      )}
    </div>
  )
}

/** All articles of a month, then those of each folder with their figures; the figures need no picture. */
function Month({ reading }: { readonly reading: ReadingFreshness }) {
  const t = useWords('sources')
  const month = useFreshnessMonth()
  return (
    <>
      {month.isPending && <Waiting rows={1} rowHeight={410} />}
      {month.isError && (
        <Failed title={t('freshnessFailed')} error={month.error} onRetry={() => void month.refetch()} />
      )}
      {month.isSuccess && <MonthOfDots month={month.data} overall={reading.overall} />}
      <section>
        <SectionHead title={t('byFolder')} />
        {month.isSuccess && <FolderMonths month={month.data} folders={reading.folders} />}
        <FreshnessSummaries {...reading} />
      </section>
    </>
  )
}

/** Room is kept for the chart, so that nothing moves when it comes. */
function Weeks() {
  const t = useWords('sources')
  const weeks = useReadingWeeks()
  if (weeks.isPending) return <Waiting rows={1} rowHeight={260} />
  if (weeks.isError)
    return <Failed title={t('freshnessFailed')} error={weeks.error} onRetry={() => void weeks.refetch()} />
  return <SourceWeeks weeks={weeks.data} />
}

/** The query stands in the address, so that it can be kept and sent. */
function Sources({ asked }: { readonly asked: FreshnessQuery }) {
  const t = useWords('sources')
  const [query, setQuery] = useState(asked)
  const [showsAll, setShowsAll] = useState(false)
  const sources = useFreshnessSources(query)
  const change = (part: Partial<FreshnessQuery>) => {
    const next = { ...query, ...part }
    setQuery(next)
    const { sort, state, search } = next
    stepHistory('replace', `?${new URLSearchParams({ sort, state, search }).toString()}`)
  }
  if (sources.isPending) return <Waiting rows={8} rowHeight={46} />
  if (sources.isError)
    return <Failed title={t('sourcesFailed')} error={sources.error} onRetry={() => void sources.refetch()} />
  const { measured, broken, found, sources: rows } = sources.data
  // In the first days most sources have no figure yet: a table of dashes says nothing of those that have.
  const isFiltered = query.state !== 'all' || query.search !== ''
  const withFigures = rows.filter(({ count }) => count > 0)
  const shown = showsAll || isFiltered ? rows : withFigures
  if (measured === 0) return <Empty title={t('nothingMeasured')}>{t('nothingMeasuredHint')}</Empty>
  return (
    <section>
      <SectionHead title={t('bySource')} lede={t('brokenPromises', { broken, count: measured })} />
      <FreshnessFilter query={query} onChange={change} />
      {found === 0 && <p className="border-y border-line py-3 text-ink-3">{t('noSourceSo')}</p>}
      {shown.length > 0 && (
        <FreshnessSources sources={shown} sort={query.sort} onSort={(sort) => change({ sort })} />
      )}
      {shown.length < rows.length && (
        <Button variant="quiet" size="small" className="mt-2" onClick={() => setShowsAll(true)}>
          {t('showUnmeasured', { count: rows.length - shown.length })}
        </Button>
      )}
      <p role="status" className="mt-2 text-12 text-ink-3">
        {rows.length < found
          ? t('firstSources', { shown: rows.length, count: found })
          : t('sourceCount', { count: found })}
      </p>
    </section>
  )
}

/** The figures of all that the subscriber reads. */
function FreshnessFacts({ overall }: { readonly overall: FreshnessSummary }) {
  const t = useWords('sources')
  const locale = useLocale()
  const { count, medianMs, p90Ms, within5, within15, within60 } = overall
  const duration = (ms: number | null) =>
    ms === null ? t('notMeasuredYet') : formatDuration(Math.max(0, ms), locale)
  const share = (value: number | null) => formatShare(value, locale)
  return (
    <dl className="grid grid-cols-2 border-y border-line lg:grid-cols-4 [&>div]:border-line lg:[&>div+div]:border-s lg:[&>div+div]:ps-5 max-lg:[&>div:nth-child(2n)]:border-s max-lg:[&>div:nth-child(2n)]:ps-4">
      <Fact name={t('medianFound')} value={duration(medianMs)}>
        <p>{t('postingCount', { count })}</p>
      </Fact>
      <Fact name={t('ninetyFound')} value={duration(p90Ms)}>
        <p>{t('delay30')}</p>
      </Fact>
      <Fact name={t('foundWithinHead', { duration: duration(15 * MINUTE_MS) })} value={share(within15)}>
        <p>{t('withinMinutes', { share: share(within5), minutes: 5 })}</p>
      </Fact>
      <Fact name={t('foundWithinHead', { duration: duration(60 * MINUTE_MS) })} value={share(within60)}>
        <p>{t('ofPostings')}</p>
      </Fact>
    </dl>
  )
}
