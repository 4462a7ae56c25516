'use client'

import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { useClock } from '#components/ui/time.tsx'
import { ApiFailure } from '#lib/queries/requests/request.ts'
import { useSource } from '#lib/queries/sources/sources.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { SourceDecisions } from './source-decisions.tsx'
import { useMe } from '#lib/queries/accounts/account.ts'
import { SourceOverride } from './source-override.tsx'
import { PublisherRhythm } from './publisher-rhythm.tsx'
import { SourceDetails } from './source-details.tsx'
import { SourceDelays } from './source-delays.tsx'
import { FurtherFacts, SourceFacts } from './source-facts.tsx'
import { SourceHead } from './source-head.tsx'
import { SourceYear } from '#components/sources/year/source-year.tsx'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { SourceHours } from './source-hours.tsx'
import { SourcePostings } from './source-postings.tsx'
import { SourceWeeks } from './source-weeks.tsx'
import { WhyNotNow } from './why-not-now.tsx'

type SourceScreenProps = {
  readonly sourceId: number
  /** Days that the delay chart shows. */
  readonly days: number
}

/** The last twelve weeks begin so long ago at least. */
const leastWeeksMs = 11 * 7 * DAY_MS

/** A source: how late its postings are found, when it posts and when it is polled next; on demand, all that lies behind it. */
export function SourceScreen({ sourceId, days }: SourceScreenProps) {
  const t = useWords('sources')
  const source = useSource(sourceId)
  const isMissing = source.error instanceof ApiFailure && source.error.code === 'not_found'
  return (
    <div className="max-w-[1320px] px-10 pb-16 max-sm:px-4">
      {source.isPending && <Waiting rows={6} />}
      {isMissing && <Empty title={t('noSuchSource')}>{t('noSuchSourceHint')}</Empty>}
      {source.isError && !isMissing && (
        <Failed title={t('sourceFailed')} error={source.error} onRetry={() => void source.refetch()} />
      )}
      {source.isSuccess && <Sections source={source.data} days={days} />}
    </div>
  )
}

function Sections({ source, days }: { readonly source: SourceDetail; readonly days: number }) {
  const isAdmin = useMe().data?.role === 'admin'
  const { nowMs } = useClock()
  // A source as young as its weeks has nothing else in its year: without any, that would say once more what stands above.
  const hasYear = source.weeks.length > 0 || Date.parse(source.createdAt) < nowMs - leastWeeksMs
  return (
    <>
      <SourceHead source={source} />
      <PublisherRhythm source={source} days={days} />
      <SourceFacts source={source} />
      <SourceDelays sourceId={source.id} days={days} promiseMs={source.freshness?.promiseMs ?? null} />
      <div className="gap-7 lg:grid lg:grid-cols-[minmax(0,700px)_minmax(240px,1fr)]">
        <SourceHours plan={source.plan} learned={source.learned} learnsUntil={source.learnsUntil} />
        <WhyNotNow source={source} />
      </div>
      {hasYear && <SourceYear sourceId={source.id} promiseMs={source.freshness?.promiseMs ?? null} />}
      <SourcePostings sourceId={source.id} days={days} />
      <SourceDetails>
        <FurtherFacts source={source} />
        <SourceWeeks weeks={source.weeks} />
        <SourceDecisions sourceId={source.id} />
        {isAdmin && <SourceOverride key={JSON.stringify(source.hatch)} source={source} />}
      </SourceDetails>
    </>
  )
}
