import type { SourcePush } from '#lib/api/sources.ts'
import { Time } from '#components/ui/time.tsx'
import { formatShare } from '#lib/format.ts'

const stateWords: Readonly<Record<SourcePush['state'], string>> = {
  offered: 'not asked yet',
  asked: 'asked, no answer yet',
  active: 'delivers',
  denied: 'refuses',
  lapsed: 'delivers no more',
}

/** Whether a hub brings the postings, with polls as a backup, or polls alone find them. */
export function PushState({ push }: { readonly push: SourcePush | null }) {
  if (push === null) return <p>by poll: the source names no hub</p>
  const hub = new URL(push.hubUrl).hostname
  return (
    <>
      <p>
        {push.state === 'active' ? 'by push, polls as a backup' : 'by poll'}: {hub} {stateWords[push.state]}
      </p>
      {push.state === 'active' && push.share > 0 && (
        <p>{formatShare(push.share)} of the last postings came by push</p>
      )}
      {push.lastDeliveryAt !== null && (
        <p>
          last delivery <Time at={push.lastDeliveryAt} />
        </p>
      )}
      {push.state !== 'active' && push.lastError !== null && <p className="max-w-[34ch]">{push.lastError}</p>}
    </>
  )
}
