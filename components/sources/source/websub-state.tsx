import type { SourcePush } from '#lib/api/sources/sources.ts'
import { ReasonText } from '#components/ui/reason-text.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

const stateWords = {
  offered: 'pushOffered',
  asked: 'pushAsked',
  active: 'pushActive',
  denied: 'pushDenied',
  lapsed: 'pushLapsed',
} as const

/** Whether a hub brings the postings, with polls as a backup, or polls alone find them. */
export function PushState({ push }: { readonly push: SourcePush | null }) {
  const t = useWords('sources')
  const locale = useLocale()
  if (push === null) return <p>{t('noHub')}</p>
  const { lastDeliveryAt } = push
  const hub = new URL(push.hubUrl).hostname
  return (
    <>
      <p>{t(push.state === 'active' ? 'byPush' : 'byPoll', { hub, state: t(stateWords[push.state]) })}</p>
      {push.state === 'active' && push.share > 0 && (
        <p>{t('pushShare', { share: formatShare(push.share, locale) })}</p>
      )}
      {lastDeliveryAt !== null && (
        <p>{t.rich('lastDelivery', { time: () => <Time at={lastDeliveryAt} /> })}</p>
      )}
      {push.state !== 'active' && push.lastError !== null && (
        <p className="max-w-[34ch]">
          <ReasonText reason={push.lastError} />
        </p>
      )}
    </>
  )
}
