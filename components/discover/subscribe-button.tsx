'use client'

import { Check, Plus } from 'lucide-react'
import { Button } from '#components/ui/form/button.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useSubscribe } from '#lib/queries/organising/subscription-acts.ts'
import { useWords } from '#lib/words/use-words.tsx'

type SubscribeButtonProps = {
  readonly url: string
  readonly title: string
  readonly isSubscribed: boolean
  readonly isMain?: boolean
}

/** Subscribes where it stands: the list keeps its place. */
export function SubscribeButton({ url, title, isSubscribed, isMain = false }: SubscribeButtonProps) {
  const t = useWords('discover')
  const subscribe = useSubscribe()
  if (isSubscribed || subscribe.isSuccess)
    return (
      <span role="status" className="inline-flex shrink-0 items-center gap-1.5 text-13 font-[550] text-ink-2">
        <Check aria-hidden size={15} strokeWidth={1.75} />
        {t('subscribed')}
      </span>
    )
  return (
    <Button
      variant={isMain ? 'solid' : 'outline'}
      size={isMain ? 'regular' : 'small'}
      disabled={subscribe.isPending}
      aria-label={`${t('subscribe')}: ${title}`}
      onClick={() =>
        subscribe.mutate({ url }, { onError: (error) => showError(t('subscribeFailed'), error) })
      }
      className="relative z-10"
    >
      {isMain ? <Plus aria-hidden size={16} strokeWidth={1.75} /> : null}
      {subscribe.isPending ? t('subscribing') : t('subscribe')}
    </Button>
  )
}
