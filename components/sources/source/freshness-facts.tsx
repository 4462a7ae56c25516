'use client'

import type { SourceDetail, SourceFreshness, SourceLearned } from '#lib/api/sources/sources.ts'
import { Time, useClock } from '#components/ui/time.tsx'
import { formatDuration, formatMoment, formatShare, formatTime } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { Fact } from './fact.tsx'
import { LateCause } from './late-cause.tsx'

/** The promise for a source, and whether it is kept. */
export function PromiseFact({ freshness }: Pick<SourceDetail, 'freshness'>) {
  const t = useWords('sources')
  const locale = useLocale()
  const promiseMs = freshness?.promiseMs ?? null
  return (
    <Fact
      name={t('promiseBySkylark')}
      value={
        promiseMs === null
          ? t('nothingPromised')
          : t('ninetyWithin', { duration: formatDuration(promiseMs, locale) })
      }
    >
      {freshness === null || promiseMs === null ? (
        <p>{t('nothingPromisedYet')}</p>
      ) : (
        <Kept freshness={freshness} />
      )}
    </Fact>
  )
}

function Kept({ freshness }: { readonly freshness: SourceFreshness }) {
  const t = useWords('sources')
  const locale = useLocale()
  const { state, stateSince, keptShare, cause } = freshness
  if (state === 'learning' || keptShare === null) return <p>{t('stillLearning')}</p>
  const values = { share: formatShare(keptShare, locale), time: () => <Time at={stateSince} /> }
  return (
    <>
      <p className={state === 'broken' ? 'font-[550] text-late' : 'text-fresh'}>
        {state === 'broken' ? t.rich('promiseBroken', values) : t.rich('promiseKept', values)}
      </p>
      {state === 'broken' && (
        <p>
          <LateCause cause={cause} />
        </p>
      )}
    </>
  )
}

/** The time at which the next posting may be expected, by the learned hours and rhythm. */
export function NextPostingFact({ learned }: Pick<SourceDetail, 'learned'>) {
  const t = useWords('sources')
  const locale = useLocale()
  const next = learned?.next ?? null
  return (
    <Fact name={t('nextPosting')} value={next === null ? t('notKnownYet') : <Span {...next} />}>
      {/* Nothing that is expected is certain. */}
      {next !== null && (
        <p>{t('nextPostingChance', { share: formatShare(Math.min(next.chance, 0.99), locale) })}</p>
      )}
      {learned !== null && learned.habit !== null && (
        <p>{t(learned.habit === 'daily' ? 'dailyEdition' : 'minuteMarks')}</p>
      )}
    </Fact>
  )
}

/** "09:35–09:50", with the dates where they are not today's. */
function Span({ from, until }: Pick<NonNullable<SourceLearned['next']>, 'from' | 'until'>) {
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const start = Date.parse(from)
  const end = Date.parse(until)
  const moment = formatMoment(end, start, timeZone, locale)
  const isShort = moment === formatTime(end, timeZone, locale)
  return (
    <>
      {formatMoment(start, nowMs, timeZone, locale)}–
      {isShort ? moment : formatMoment(end, nowMs, timeZone, locale)}
    </>
  )
}

/** Shares found within 5, 15 and 60 minutes, of the same postings as the delays beside them. */
export function WithinFact({ delay }: Pick<SourceDetail, 'delay'>) {
  const t = useWords('sources')
  const locale = useLocale()
  const { within5, within15, within60 } = delay
  const share = (value: number | null) => formatShare(value, locale)
  return (
    <Fact
      name={t('foundWithinHead', { duration: formatDuration(15 * 60_000, locale) })}
      value={within15 === null ? t('notMeasuredYet') : share(within15)}
    >
      {within15 !== null && (
        <>
          <p>{t('withinMinutes', { share: share(within5), minutes: 5 })}</p>
          <p>{t('withinMinutes', { share: share(within60), minutes: 60 })}</p>
        </>
      )}
    </Fact>
  )
}
