'use client'

import type { SourceDetail } from '#lib/api/sources/sources.ts'
import type { FastPreview } from '#lib/api/sources/subscriptions.ts'
import { useSubscriptionActs } from '#components/organising/use-subscription-acts.ts'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { formatDuration, formatRate, formatShare } from '#lib/text/format.ts'
import { useFastPreview } from '#lib/queries/sources/sources.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

/** The lines that the effect takes, in most languages. */
const effectRoom = 'min-h-4 max-lg:min-h-8 max-sm:min-h-12'

/** "Check this one more often", with what it does to the source, before it is asked for and after. */
export function FastSwitch({ source }: { readonly source: SourceDetail }) {
  const t = useWords('sources')
  const acts = useSubscriptionActs()
  const subscriptions = useSubscriptions()
  const own = subscriptions.data?.find((item) => item.sourceId === source.id)
  const preview = useFastPreview(source.id, own?.id ?? null)
  // The page below keeps its place while it is asked for.
  if (subscriptions.isPending) {
    return (
      <div className="mb-5">
        <div className="h-6 pointer-coarse:h-11" />
        <div className={effectRoom} />
      </div>
    )
  }
  if (own === undefined) return null
  // The checks of a feed that does not answer go to the others.
  const isRead = source.health.kind === 'ok' || source.health.kind === 'waiting'
  return (
    <section aria-label={t('wantFast')} className="mb-5">
      <Checkbox
        role="switch"
        label={<span className="font-[550]">{t('wantFast')}</span>}
        checked={own.wantsFast}
        onChange={() => void acts.setFast([own], !own.wantsFast)}
      />
      <p aria-live="polite" className={`ps-6 text-12 text-ink-2 ${effectRoom}`}>
        {isRead && preview.data?.wantsFast === own.wantsFast && <Effect preview={preview.data} />}
        {!isRead && t('fastNotRead')}
      </p>
    </section>
  )
}

function Effect({ preview }: { readonly preview: FastPreview }) {
  const t = useWords('sources')
  const locale = useLocale()
  const { wantsFast, pollsPerDay: polls, predictedDelayMs: delay } = preview
  const figures =
    polls === null || delay === null
      ? null
      : {
          pollsNow: formatRate(polls.now, locale),
          pollsThen: formatRate(polls.then, locale),
          delayNow: formatDuration(delay.now, locale),
          delayThen: formatDuration(delay.then, locale),
        }
  if (figures === null) return t('fastNotPlanned')
  // "144 a day instead of 144 a day" would say nothing.
  const isSame = figures.pollsNow === figures.pollsThen && figures.delayNow === figures.delayThen
  const effect = wantsFast ? 'fastDoes' : 'fastWould'
  return (
    <>
      {t(isSame ? 'fastNothing' : effect, figures)} <FairShare preview={preview} />
    </>
  )
}

/** The reach of the reader's fair share, in plain words. */
function FairShare({ preview }: { readonly preview: FastPreview }) {
  const t = useWords('sources')
  const locale = useLocale()
  const { asked, fairShare, share, wantsFast } = preview
  const values = { asked, fairShare }
  const part = wantsFast ? share.now : share.then
  if (part === 1) return asked === 0 ? t('fastNone', { fairShare }) : t('fastWithin', values)
  const each = formatShare(part, locale)
  return t(wantsFast ? 'fastBeyond' : 'fastWouldExceed', { ...values, each })
}
