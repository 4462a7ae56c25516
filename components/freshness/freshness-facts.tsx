import type { FreshnessSummary } from '#lib/api/freshness/freshness.ts'
import { Fact } from '#components/sources/source/fact.tsx'
import { formatDuration, formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

const minuteMs = 60_000

/** The figures of all that the subscriber reads. */
export function FreshnessFacts({ overall }: { readonly overall: FreshnessSummary }) {
  const t = useWords('sources')
  const locale = useLocale()
  const { count, medianMs, p90Ms, within5, within15, within60 } = overall
  const duration = (ms: number | null) =>
    ms === null ? t('notMeasuredYet') : formatDuration(Math.max(0, ms), locale)
  const share = (value: number | null) => formatShare(value, locale)
  return (
    <dl className="grid grid-cols-2 border-y border-line lg:grid-cols-4 [&>div]:border-line lg:[&>div+div]:border-s lg:[&>div+div]:ps-5 max-lg:[&>div:nth-child(2n)]:border-s max-lg:[&>div:nth-child(2n)]:ps-4">
      <Fact name={t('medianFound')} value={duration(medianMs)}>
        <p>{t('postingCount', { count })}</p>
      </Fact>
      <Fact name={t('ninetyFound')} value={duration(p90Ms)}>
        <p>{t('delay30')}</p>
      </Fact>
      <Fact name={t('foundWithinHead', { duration: duration(15 * minuteMs) })} value={share(within15)}>
        <p>{t('withinMinutes', { share: share(within5), minutes: 5 })}</p>
      </Fact>
      <Fact name={t('foundWithinHead', { duration: duration(60 * minuteMs) })} value={share(within60)}>
        <p>{t('ofPostings')}</p>
      </Fact>
    </dl>
  )
}
