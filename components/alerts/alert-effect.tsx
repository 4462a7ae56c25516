'use client'

import { formatDuration, formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { AlertPreview } from '#lib/api/alerts/alerts-answers.ts'

/** How often an alert would have told, and how it would move weights, polls and delay. */
export function AlertEffect({ preview }: { readonly preview: AlertPreview }) {
  const t = useWords('alerts')
  const locale = useLocale()
  const { sources, readers, recent, weight, pollsPerDay: polls, predictedDelayMs: delay } = preview
  const figures =
    polls === null || delay === null
      ? null
      : {
          ...{ polls: polls.now, more: polls.then },
          before: formatDuration(delay.now, locale),
          after: formatDuration(delay.then, locale),
        }
  return (
    <ul role="status" className="flex flex-col gap-1 text-12 text-ink-2">
      {recent === null ? null : <li>{t('recent', { count: recent })}</li>}
      {sources === 0 ? null : <li>{t('lifts', { sources, readers })}</li>}
      {weight === null || weight.now === 0 ? null : (
        <li>{t('weighs', { more: formatShare(weight.then / weight.now - 1, locale) })}</li>
      )}
      {figures === null ? null : <li>{t('polled', figures)}</li>}
    </ul>
  )
}
