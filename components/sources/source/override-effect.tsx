import type { OverridePreview } from '#lib/api/server/poll-override.ts'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { formatCount, formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

type OverrideEffectProps = { readonly preview: OverridePreview | null; readonly failure: Error | null }

/** Polls, delay and postings, now and with the override. Room is kept for it, so that nothing moves when it comes. */
export function OverrideEffect({ preview, failure }: OverrideEffectProps) {
  const t = useWords('sources')
  const locale = useLocale()
  const errorText = useErrorText()
  const polls = (perDay: number) =>
    new Intl.NumberFormat(locale.tag, { maximumSignificantDigits: 3 }).format(perDay)
  const delay = (ms: number | null) => (ms === null ? t('overrideNotPolled') : formatDuration(ms, locale))
  if (failure !== null)
    return <p className="w-full text-broken">{`${t('overrideUnknown')} ${errorText(failure)}`}</p>
  const polling = preview?.polling ?? null
  const going = preview?.going ?? null
  return (
    <div aria-live="polite" className="min-h-10 w-full">
      {preview !== null && polling === null && <p className="text-ink-3">{t('overrideUnplanned')}</p>}
      <dl className="flex flex-wrap gap-x-7 gap-y-1">
        {polling !== null && (
          <>
            <Change
              name={t('overridePolls')}
              now={polls(polling.now.pollsPerDay)}
              then={polls(polling.then.pollsPerDay)}
            />
            <Change
              name={t('overrideDelay')}
              now={delay(polling.now.predictedDelayMs)}
              then={delay(polling.then.predictedDelayMs)}
            />
          </>
        )}
        {going !== null && (
          <Change
            name={t('overrideGoing')}
            now={formatCount(going.now.count, locale)}
            then={formatCount(going.then.count, locale)}
          />
        )}
      </dl>
    </div>
  )
}

type ChangeProps = { readonly name: string; readonly now: string; readonly then: string }

/** A changed value as "now → then"; an unchanged one, once. */
function Change({ name, now, then }: ChangeProps) {
  const t = useWords('sources')
  return (
    <div>
      <dt className="text-12 font-medium text-ink-3">{name}</dt>
      <dd className="text-14 font-semibold whitespace-nowrap tabular-nums">
        {now === then ? now : t('overrideThen', { now, then })}
      </dd>
    </div>
  )
}
