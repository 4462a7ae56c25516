import { useExpectedFreshness } from '#components/discover/use-expected-freshness.ts'
import type { FeedCandidate } from '#lib/api/sources/subscriptions.ts'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartHours } from '#components/ui/chart/chart-hours.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { formatFullHour, formatHours } from '#lib/text/format.ts'
import { hourOfDay, zoneOffsetMinutes } from '#components/ui/chart/hour-profile.ts'

/** Fewer dates than this say nothing about hours. */
const leastDates = 8

/** The look of a feed before subscribing. */
export function CandidatePreview({ candidate }: { readonly candidate: FeedCandidate }) {
  const t = useWords('sources')
  const words = useWords('discover')
  const freshness = useExpectedFreshness(candidate.postingsPerDay)
  const dates = candidate.sample.flatMap((posting) =>
    posting.publishedAt === null ? [] : [posting.publishedAt],
  )
  return (
    <section aria-label={t('previewOf', { source: candidate.title })} className="max-w-[660px]">
      <div className="mb-6 flex items-center gap-3.5">
        <SourceAvatar title={candidate.title} iconUrl={candidate.iconUrl} size={48} />
        <div className="min-w-0">
          <h2 dir="auto" className="text-20 font-[640] break-words">
            {candidate.title}
          </h2>
          {candidate.description !== '' && (
            <p dir="auto" className="line-clamp-3 font-text text-[15px] leading-[22px] text-ink-2">
              {candidate.description}
            </p>
          )}
        </div>
      </div>
      <div className="mb-6">
        <h3 className="text-[15px] leading-5 font-[620]">{words('freshness')}</h3>
        <p className="mt-1">{freshness?.words ?? words('freshnessUnknown')}</p>
        <p className="text-12 text-ink-3 empty:hidden">{freshness?.ground}</p>
      </div>
      {dates.length >= leastDates && <Hours dates={dates} />}
      <h3 className="mb-1 text-[15px] leading-5 font-[620]">{t('lastPostings')}</h3>
      {candidate.sample.length === 0 && <p className="text-ink-3">{t('emptyFeed')}</p>}
      <ul>
        {candidate.sample.slice(0, 8).map((posting, index) => (
          <li
            key={`${posting.url ?? ''} ${index}`}
            className="flex items-baseline justify-between gap-5 border-b border-line py-2.5"
          >
            <span dir="auto" className="truncate font-text text-[15.5px] leading-[22px] font-[560]">
              {posting.title}
            </span>
            <span className="flex-none text-12 text-ink-3">
              {posting.publishedAt === null ? t('noDate') : <Time at={posting.publishedAt} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Hours({ dates }: { readonly dates: readonly string[] }) {
  const t = useWords('sources')
  const { nowMs, timeZone } = useClock()
  const offset = zoneOffsetMinutes(nowMs, timeZone)
  const counts = Array.from({ length: 24 }, () => 0)
  for (const date of dates) {
    const hour = Math.floor(hourOfDay(date, offset))
    counts[hour] = (counts[hour] ?? 0) + 1
  }
  const name = t('hoursName', { count: dates.length })
  const rows = counts.map((count, hour) => ({
    key: String(hour),
    cells: [formatFullHour(hour), String(count)],
  }))
  return (
    <div className="mb-6">
      <h3 className="text-[15px] leading-5 font-[620]">{t('whenItPosts')}</h3>
      <p className="mb-2 text-ink-3">{t('hoursLede', { count: dates.length })}</p>
      <ChartFrame
        name={name}
        table={{ columns: [t('hour'), t('postings')], rows }}
        isBare
        points={counts.map((count, hour) => ({
          key: String(hour),
          words: pointWords(formatHours(hour, (hour + 1) % 24), t('postingCount', { count })),
        }))}
      >
        {(size) => (
          <ChartHours
            size={size}
            format={(count) => t('postingCount', { count })}
            name={name}
            values={counts}
          />
        )}
      </ChartFrame>
    </div>
  )
}
