'use client'

import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeSubscription } from '#lib/queries/organising/subscription-acts.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** The setting of the subscription; nothing where the source was left. */
export function AlwaysFullText({ sourceId }: { readonly sourceId: number }) {
  const t = useWords('text')
  const { data = [] } = useSubscriptions()
  const change = useChangeSubscription()
  const subscription = data.find((each) => each.sourceId === sourceId)
  if (subscription === undefined) return null
  const { id, fullText } = subscription
  return (
    <Checkbox
      label={t('alwaysFullText')}
      checked={fullText}
      onChange={(event) =>
        change.mutate(
          { id, change: { fullText: event.target.checked } },
          { onError: (error) => showError(t('notSaved'), error) },
        )
      }
    />
  )
}
