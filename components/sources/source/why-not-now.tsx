'use client'

import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { Failed } from '#components/ui/form/empty.tsx'
import { ReasonText } from '#components/ui/reason-text.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatDuration, formatRate } from '#lib/text/format.ts'
import { useSourceWorth } from '#lib/queries/sources/sources.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { SourceWorth } from './source-worth.tsx'

/** The decision in force in words; for who opens them, the figures: what a poll is worth by now, and when it is worth its price. */
export function WhyNotNow({ source }: { readonly source: SourceDetail }) {
  const t = useWords('sources')
  const locale = useLocale()
  const worth = useSourceWorth(source.id)
  const { plan } = source
  return (
    <section>
      <SectionHead title={t('whyNotNow')} />
      <div className="space-y-2.5 rounded-3 border border-line bg-paper px-5 py-4">
        <NextPollText source={source} />
        {plan !== null && plan.predictedDelayMs !== null && source.health.kind === 'ok' && (
          <p className="border-t border-line pt-2.5 text-ink-2">
            {t.rich('planSentence', {
              rate: formatRate(plan.pollsPerDay, locale),
              duration: formatDuration(plan.predictedDelayMs, locale),
              time: () => <Time at={plan.madeAt} />,
            })}
          </p>
        )}
        {worth.isError && (
          <Failed title={t('worthFailed')} error={worth.error} onRetry={() => void worth.refetch()} />
        )}
        {worth.data && (
          <details className="border-t border-line pt-2.5">
            <summary className="cursor-pointer leading-6 text-ink-2 hover:text-ink">
              {t('whyNotNowLede')}
            </summary>
            <div className="mt-2.5 space-y-2.5">
              <SourceWorth worth={worth.data} />
            </div>
          </details>
        )}
      </div>
    </section>
  )
}

function NextPollText({ source }: { readonly source: SourceDetail }) {
  const t = useWords('sources')
  const { health, nextPollAt, nextPollReason } = source
  if (health.kind === 'opted-out')
    return (
      <p>
        {t('noPollOptedOut')} <ReasonText reason={health.reason} />
      </p>
    )
  if (source.hatch.isPaused) return <p>{t('onePaused')}</p>
  if (source.isPollingPaused) return <p>{t('allPaused')}</p>
  if (nextPollAt === null) return <p>{t('noPollPlanned')}</p>
  // Most reasons begin with the time, or end with it.
  const isTimeSaid = nextPollReason !== null && 'pollAt' in nextPollReason.values
  return (
    <p>
      {!isTimeSaid &&
        t.rich('nextPollAt', {
          time: () => <Time at={nextPollAt} show="clock" className="font-semibold" />,
        })}
      {/* A line of its own: dates end with a full stop in some languages, so the words before it have none. */}
      <span className="block text-ink-2">
        <ReasonText reason={nextPollReason} />
      </span>
    </p>
  )
}
