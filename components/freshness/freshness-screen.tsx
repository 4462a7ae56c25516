'use client'

import { useState } from 'react'
import type { FreshnessSort, SubscriberFreshness } from '#lib/api/freshness.ts'
import { Empty, Failed, Waiting } from '#components/ui/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { useSubscriberFreshness } from '#lib/queries/freshness.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { FreshnessSources } from './freshness-sources.tsx'
import { FreshnessSummaries } from './freshness-summaries.tsx'

/** How fresh the subscriber's reading is: all of it, by folder, and by source with the broken promises first. */
export function FreshnessScreen() {
  const t = useWords('sources')
  const [sort, setSort] = useState<FreshnessSort>('state')
  const freshness = useSubscriberFreshness(sort)
  return (
    <div className="mx-auto max-w-[1120px] px-10 pb-24 max-sm:px-4">
      <PageHead title={t('freshness')} description={t('freshnessLede')} />
      {freshness.isPending && <Waiting rows={8} rowHeight={46} />}
      {freshness.isError && (
        <Failed
          title={t('freshnessFailed')}
          error={freshness.error}
          onRetry={() => void freshness.refetch()}
        />
      )}
      {freshness.isSuccess && <Sections freshness={freshness.data} sort={sort} onSort={setSort} />}
    </div>
  )
}

type SectionsProps = {
  readonly freshness: SubscriberFreshness
  readonly sort: FreshnessSort
  readonly onSort: (sort: FreshnessSort) => void
}

function Sections({ freshness, sort, onSort }: SectionsProps) {
  const t = useWords('sources')
  const { overall, folders, sources, measured, broken } = freshness
  if (measured === 0 && overall.count === 0)
    return <Empty title={t('nothingMeasured')}>{t('nothingMeasuredHint')}</Empty>
  return (
    <>
      <section>
        <SectionHead title={t('byFolder')} />
        <FreshnessSummaries overall={overall} folders={folders} />
      </section>
      <section>
        <SectionHead title={t('bySource')} lede={t('brokenPromises', { broken, count: measured })} />
        <FreshnessSources sources={sources} sort={sort} onSort={onSort} />
        {sources.length < measured && (
          <p className="mt-2 text-12 text-ink-3">
            {t('firstSources', { shown: sources.length, count: measured })}
          </p>
        )}
      </section>
    </>
  )
}
