import { Button } from '#components/ui/form/button.tsx'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useSubscriptionActs } from './use-subscription-acts.ts'

/** Leaves a feed from a row of a list; its name says which. */
export function UnsubscribeButton({ item }: { readonly item: SubscriptionItem }) {
  const t = useWords('sources')
  const acts = useSubscriptionActs()
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={`${t('unsubscribe')}: ${item.title}`}
      onClick={() => void acts.unsubscribe([item])}
    >
      {t('unsubscribe')}
    </Button>
  )
}
