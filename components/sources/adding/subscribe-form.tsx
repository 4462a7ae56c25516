'use client'

import Link from 'next/link'
import { useState, type FormEvent } from 'react'
import type { FeedCandidate, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { Button } from '#components/ui/form/button.tsx'
import { useSubscribe } from '#lib/queries/organising/subscription-acts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { FormFault } from '#components/ui/form/field.tsx'
import { FolderChoice, folderOf, noFolder, type FolderChoiceValue } from './folder-choice.tsx'

type SubscribeFormProps = {
  readonly candidate: FeedCandidate
  readonly onSubscribed: (subscription: SubscriptionItem) => void
}

const folderFields = ['folderId', 'folderName'] as const

/** The folder of the source, and the button. Says so when it is read already. */
export function SubscribeForm({ candidate, onSubscribed }: SubscribeFormProps) {
  const t = useWords('sources')
  const subscribe = useSubscribe()
  const errors = useFieldErrors(subscribe.error, folderFields)
  const [folder, setFolder] = useState<FolderChoiceValue>(noFolder)
  if (candidate.subscriptionId !== null) {
    return (
      <p className="mt-4 text-ink-2">
        {t.rich('youSubscribe', {
          link: (words) => (
            <Link
              href="/sources"
              className="underline decoration-control underline-offset-3 hover:decoration-ink"
            >
              {words}
            </Link>
          ),
        })}
      </p>
    )
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    subscribe.mutate({ url: candidate.url, ...folderOf(folder) }, { onSuccess: onSubscribed })
  }
  return (
    <form onSubmit={onSubmit} onChange={errors.forget} className="mt-4 space-y-4">
      <FolderChoice value={folder} error={errors.at(...folderFields)} onChange={setFolder} />
      <Button
        type="submit"
        variant="solid"
        disabled={subscribe.isPending}
        className="h-11 w-full text-[15px]"
      >
        {subscribe.isPending ? t('fetchingFirst') : t('subscribe')}
      </Button>
      <FormFault>{errors.rest}</FormFault>
    </form>
  )
}
