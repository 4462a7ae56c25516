'use client'

import type { ShadowDayItem, ShadowDetails, ShadowSummary } from '#lib/api/shadow.ts'
import { ChartDays } from '#components/ui/chart-days.tsx'
import { pointWords } from '#components/ui/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart-frame.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatCount, formatDate, formatShare } from '#lib/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import {
  certaintyText,
  changeText,
  delayUnitMs,
  failureWords,
  msText,
  pollsText,
  usePolicyWords,
} from './lab-words.ts'
import { SourceChanges } from './source-changes.tsx'

/** Which of the two would have been earlier: over all days, by day, and by source. */
export function ShadowFigures({ shadow }: { readonly shadow: ShadowDetails }) {
  const t = useWords('lab')
  const words = usePolicyWords()
  const { summary, days, policy } = shadow
  if (days.length === 0) return null
  const live = words(summary?.livePolicy ?? days.at(-1)?.livePolicy ?? 'price').name
  const paper = words(policy).name
  return (
    <>
      {summary !== null && <Summary summary={summary} paper={paper} live={live} />}
      <h3 className="mt-5 mb-1.5 font-[550]">{t('delayByDay')}</h3>
      <DayChart days={days} paper={paper} live={live} />
      {summary !== null && (
        <>
          <h3 className="mt-5 mb-1.5 font-[550]">{t('greatestDifferences')}</h3>
          <SourceChanges
            name={t('greatestDifferences')}
            changes={[...summary.gainers, ...[...summary.losers].reverse()]}
            before={live}
            after={paper}
          />
          <p className="mt-2 text-ink-3">
            {t('noticed', { sooner: summary.sooner, later: summary.later, alike: summary.alike })}
          </p>
        </>
      )}
    </>
  )
}

type Named = { readonly paper: string; readonly live: string }

function Summary({ summary, paper, live }: Named & { readonly summary: ShadowSummary }) {
  const t = useWords('lab')
  const locale = useLocale()
  const { postings, difference } = summary
  const span = useSpanText(summary)
  if (postings === 0) return <p className="mt-2 text-ink-2">{t('noDelay')}</p>
  const share = (part: number) => formatShare(part / postings, locale)
  return (
    <div className="mt-2 max-w-[80ch] space-y-1 text-ink-2">
      <p className="text-[15px] leading-6 text-ink">
        {t('firstFor', {
          ...{ policy: paper, live, days: summary.days, count: postings },
          ...{ earlier: share(summary.shadowEarlier), later: share(summary.liveEarlier) },
        })}
      </p>
      {difference !== null && (
        <p>
          {t('onAverage', {
            ...{ shadow: msText(summary.shadowMeanMs, locale), live: msText(summary.liveMeanMs, locale) },
            difference: changeText(difference.ms, locale),
            certainty: certaintyText(difference, t, locale),
          })}
        </p>
      )}
      <p>
        {t('pollsOfBoth', {
          ...{ policy: paper, live },
          ...{
            shadowPolls: Math.round(summary.shadowPollsPerDay),
            livePolls: Math.round(summary.livePollsPerDay),
          },
        })}{' '}
        {t('reallyAfter', { delay: msText(summary.happenedMeanMs, locale) })}
      </p>
      <p>{span}</p>
    </div>
  )
}

const dayMs = 86_400_000

/** Which days were compared, and how many between them were not: left out, or with another live policy. */
function useSpanText({ fromAt, untilAt, days }: ShadowSummary): string {
  const t = useWords('lab')
  const locale = useLocale()
  const { nowMs } = useClock()
  const [from, until] = [Date.parse(fromAt), Date.parse(untilAt)]
  const dateOf = (at: number) => formatDate(at, nowMs, 'UTC', locale)
  const left = Math.round((until - from) / dayMs) - days
  return t('comparedSpan', { from: dateOf(from), until: dateOf(until - dayMs), left })
}

function DayChart({ days, paper, live }: Named & { readonly days: readonly ShadowDayItem[] }) {
  const t = useWords('lab')
  const locale = useLocale()
  const words = usePolicyWords()
  const { nowMs } = useClock()
  const dateOf = (at: string) => formatDate(Date.parse(at), nowMs, 'UTC', locale)
  const name = t('delayByDayOf', { paper, live })
  const unitMs = delayUnitMs(Math.max(...days.flatMap((day) => [day.liveMeanMs ?? 0, day.shadowMeanMs ?? 0])))
  const lines = [
    { key: 'live', label: live, tone: 'first', valuesMs: days.map(({ liveMeanMs }) => liveMeanMs) },
    { key: 'paper', label: paper, tone: 'second', valuesMs: days.map(({ shadowMeanMs }) => shadowMeanMs) },
  ] as const
  const inUnits = (delayMs: number | null) => (delayMs === null ? null : delayMs / unitMs)
  return (
    <ChartFrame
      name={name}
      minWidth={720}
      startsAtEnd
      rowLength={days.length}
      points={lines.flatMap(({ key, label, valuesMs }) =>
        days.map(({ day }, index) => ({
          key: `${key} ${index}`,
          words: pointWords(dateOf(day), label, msText(valuesMs[index] ?? null, locale)),
        })),
      )}
      table={{
        columns: [
          ...[t('day'), t('live'), t('byLive'), t('byPaper'), t('happened'), t('postings')],
          ...[t('earlierOnPaper'), t('laterOnPaper'), t('pollsByLive'), t('pollsByPaper')],
        ],
        rows: days.map((day) => ({
          key: day.day,
          cells:
            day.failure === null
              ? [
                  ...[dateOf(day.day), words(day.livePolicy).name, msText(day.liveMeanMs, locale)],
                  ...[msText(day.shadowMeanMs, locale), msText(day.happenedMeanMs, locale)],
                  formatCount(day.postings, locale),
                  ...[formatCount(day.shadowEarlier, locale), formatCount(day.liveEarlier, locale)],
                  ...[pollsText(day.livePolls, locale), pollsText(day.shadowPolls, locale)],
                ]
              : [dateOf(day.day), words(day.livePolicy).name, t(failureWords[day.failure])],
        })),
      }}
    >
      {(size) => (
        <ChartDays
          size={size}
          name={name}
          days={days.map(({ day }) => dateOf(day))}
          lines={lines.map(({ valuesMs, ...line }) => ({ ...line, values: valuesMs.map(inUnits) }))}
          formatY={(value) => (value === 0 ? '0' : msText(value * unitMs, locale))}
        />
      )}
    </ChartFrame>
  )
}
