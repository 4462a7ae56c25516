'use client'

import { Time } from '#components/ui/time.tsx'
import { formatDuration, formatRate } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { AlertPreview } from '#lib/api/alerts/alerts.ts'

/** The number of times that an alert would have told, and how it would move polls and delay. */
export function AlertEffect({ preview }: { readonly preview: AlertPreview }) {
  const t = useWords('alerts')
  const locale = useLocale()
  const { sources, readers, recent, pollsPerDay: polls, predictedDelayMs: delay } = preview
  const figures =
    polls === null || delay === null
      ? null
      : {
          pollsNow: formatRate(polls.now, locale),
          pollsThen: formatRate(polls.then, locale),
          delayNow: formatDuration(delay.now, locale),
          delayThen: formatDuration(delay.then, locale),
        }
  // "83 a day instead of 83 a day" would say nothing.
  const isSame =
    figures !== null && figures.pollsNow === figures.pollsThen && figures.delayNow === figures.delayThen
  return (
    <div role="status">
      <ul className="flex flex-col gap-1 text-12 text-ink-2">
        {recent === null ? null : (
          <li>
            {t('recent', { count: recent })}
            <Latest postings={preview.latest} />
          </li>
        )}
        {sources === 0 || isSame ? null : <li>{t('lifts', { sources, readers })}</li>}
        {figures === null ? null : <li>{t(isSame ? 'effectNone' : 'effect', figures)}</li>}
      </ul>
    </div>
  )
}

type LatestProps = { readonly postings: AlertPreview['latest'] }

/** The latest articles that it would have told of, so that a word too wide is seen before it tells. */
function Latest({ postings }: LatestProps) {
  return (
    <ul className="my-1.5 border-y border-line empty:hidden">
      {postings.map(({ id, title, sourceTitle, shownAt }) => (
        <li key={id} className="border-b border-line py-1.5 last:border-b-0">
          <p
            dir="auto"
            className="line-clamp-2 text-as-parent font-text text-[15px] leading-[21px] wrap-anywhere text-ink"
          >
            {title}
          </p>
          <p className="text-12 text-ink-3">
            <bdi>{sourceTitle}</bdi> · <Time at={shownAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}
