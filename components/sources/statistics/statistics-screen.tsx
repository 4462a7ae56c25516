'use client'

import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import type { CountedSource, ReadingStatistics } from '#lib/api/sources/sources.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useReadingStatistics } from '#lib/queries/sources/statistics.ts'
import { formatCount, formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { CountedSources } from './counted-sources.tsx'
import { OpenedMonths } from './opened-months.tsx'
import { SilentFeeds } from './silent-feeds.tsx'

/** The subscriber's share of what is found: opened, starred, and the feeds that bring nothing. */
export function StatisticsScreen() {
  const t = useWords('sources')
  const statistics = useReadingStatistics()
  const subscriptions = useSubscriptions()
  return (
    <div className="max-w-[1120px] px-10 pb-24 max-sm:px-4">
      <PageHead title={t('statistics')} description={t('statisticsLede')} />
      {statistics.isPending && <Waiting rows={1} rowHeight={380} />}
      {statistics.isError && (
        <Failed
          title={t('statisticsFailed')}
          error={statistics.error}
          onRetry={() => void statistics.refetch()}
        />
      )}
      {statistics.isSuccess && <Figures statistics={statistics.data} />}
      {/* They come below the figures, whose height nobody knows before. */}
      {!statistics.isPending && subscriptions.isSuccess && subscriptions.data.length > 0 && (
        <SilentFeeds subscriptions={subscriptions.data} />
      )}
    </div>
  )
}

function Figures({ statistics }: { readonly statistics: ReadingStatistics }) {
  const t = useWords('sources')
  const locale = useLocale()
  const { months, found, opened, starred, mostOpened, leastOpened, mostStarred } = statistics
  if (months.every((month) => month.opened + month.starred === 0) && starred === 0)
    return <Empty title={t('statisticsNone')}>{t('statisticsNoneHint')}</Empty>
  const ofFound = (source: CountedSource) => ({
    shareOf: source.found === 0 ? 0 : source.opened / source.found,
    words: t('openedOf', { opened: source.opened, found: source.found }),
  })
  const stars = Math.max(1, ...mostStarred.map((each) => each.starred))
  return (
    <>
      {found > 0 && (
        <p className="text-16">
          {t('openedSentence', {
            opened,
            found,
            share: formatShare(Math.min(1, opened / found), locale),
          })}
        </p>
      )}
      <OpenedMonths months={months} />
      <div className="grid gap-x-10 lg:grid-cols-2">
        <CountedSources
          title={t('mostOpened')}
          lede={t('days30Lede')}
          head={t('openedHead')}
          sources={mostOpened}
          shareOf={(source) => ofFound(source).shareOf}
          figureOf={(source) => ofFound(source).words}
        />
        <CountedSources
          title={t('leastOpened')}
          lede={t('leastOpenedLede')}
          head={t('openedHead')}
          sources={leastOpened}
          shareOf={(source) => ofFound(source).shareOf}
          figureOf={(source) => ofFound(source).words}
        />
        <CountedSources
          title={t('mostStarred')}
          lede={t('starsInAll', { count: starred })}
          head={t('starredHead')}
          sources={mostStarred}
          shareOf={(source) => source.starred / stars}
          figureOf={(source) => formatCount(source.starred, locale)}
        />
      </div>
    </>
  )
}
