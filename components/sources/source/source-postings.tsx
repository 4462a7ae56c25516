'use client'

import Link from 'next/link'
import type { DelayPoint } from '#lib/api/freshness/freshness.ts'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { FreshnessBadge } from '#components/ui/chart/trace.tsx'
import { useSourceDelays } from '#lib/queries/sources/sources.ts'
import { useWords } from '#lib/words/use-words.tsx'

const postingsShown = 20

type SourcePostingsProps = { readonly sourceId: number; readonly days: number }

/** The latest postings of the days shown: published, found, and how long it took. */
export function SourcePostings({ sourceId, days }: SourcePostingsProps) {
  const t = useWords('sources')
  const delays = useSourceDelays(sourceId, days)
  if (delays.isPending) return <Waiting rows={4} rowHeight={40} />
  if (delays.isError)
    return <Failed title={t('postingsFailed')} error={delays.error} onRetry={() => void delays.refetch()} />
  return <PostingList delays={delays.data.delays} sourceId={sourceId} />
}

type PostingListProps = { readonly delays: readonly DelayPoint[]; readonly sourceId: number }

function PostingList({ delays, sourceId }: PostingListProps) {
  const t = useWords('sources')
  const latest = delays.toReversed().slice(0, postingsShown)
  return (
    <section>
      <SectionHead title={t('postings')} lede={t('foundInTime', { count: delays.length })}>
        <Link
          href={`/?source=${sourceId}`}
          className="text-ink-2 underline decoration-control underline-offset-3 hover:text-ink"
        >
          {t('readThem')}
        </Link>
      </SectionHead>
      {latest.length === 0 && <p className="border-y border-line py-3 text-ink-3">{t('noneInTime')}</p>}
      <ul className="border-t border-line-strong empty:hidden">
        {latest.map((point) => (
          <li
            key={point.postingId}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-5 border-b border-line py-2 sm:grid-cols-[minmax(0,1fr)_160px_150px_110px]"
          >
            <Link
              href={`/?source=${sourceId}&posting=${point.postingId}`}
              dir="auto"
              className="truncate text-as-parent font-text text-[15px] leading-[22px] font-[560] hover:underline max-sm:col-span-2"
            >
              {point.title}
            </Link>
            <span className="max-sm:col-start-2 max-sm:row-start-2">
              <FreshnessBadge delay={point.delay} />
              {point.delay.kind === 'initial' && (
                <span className="text-12 text-ink-3">{t('firstDocument')}</span>
              )}
            </span>
            <span className="text-12 text-ink-3 max-sm:hidden">
              {/* Of what was there before, a missing date is no news. */}
              {(point.publishedAt !== null || point.delay.kind !== 'initial') && (
                <PublishedAt at={point.publishedAt} />
              )}
            </span>
            <span className="text-12 text-ink-3 max-sm:col-start-1 max-sm:row-start-2 sm:text-end">
              {t.rich('foundAt', { time: () => <Time at={point.foundAt} show="clock" /> })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PublishedAt({ at }: { readonly at: string | null }) {
  const t = useWords('sources')
  return at === null ? t('noDate') : t.rich('publishedAt', { time: () => <Time at={at} show="clock" /> })
}
