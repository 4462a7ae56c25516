'use client'

import Link from 'next/link'
import { Button } from '#components/ui/form/button.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useSplitStory } from '#lib/queries/postings/text-being-read.ts'
import { useWords } from '#lib/words/use-words.tsx'

type PostingClonesProps = { readonly posting: PostingDetail }

/** The other places of the same story, the first one first; each opens there. A copy of no feed opens in the list of all. */
export function PostingClones({ posting: { id: postingId, clones, isSplit } }: PostingClonesProps) {
  const t = useWords('reading')
  const tt = useWords('text')
  const split = useSplitStory()
  const { data: subscriptions = [] } = useSubscriptions()
  const followed = new Set(subscriptions.map(({ sourceId }) => sourceId))
  const toggle = () =>
    split.mutate(
      { id: postingId, isSplit: !isSplit },
      { onError: (error) => showError(t('notSaved'), error) },
    )
  return (
    <section aria-labelledby="clones" className="my-5 text-12 text-ink-2">
      <h2 id="clones" className="font-[550] text-ink-3">
        {t('alsoIn')}
      </h2>
      <ul>
        {clones.map(({ id, sourceId, sourceTitle, title, shownAt }) => (
          <li key={id} className="flex min-w-0 items-baseline gap-x-2 py-0.5">
            <Link
              href={`/?${followed.has(sourceId) ? `source=${sourceId}&` : ''}show=all&posting=${id}`}
              prefetch={false}
              className="max-w-[45%] shrink-0 truncate rounded-1 font-[550] text-ink underline decoration-control underline-offset-3 hover:decoration-ink pointer-coarse:py-2"
            >
              {sourceTitle}
            </Link>
            <span dir="auto" className="min-w-0 flex-1 truncate text-start">
              {title}
            </span>
            <Time at={shownAt} show="clock" className="shrink-0 text-ink-3" />
          </li>
        ))}
      </ul>
      <Button size="small" className="mt-1.5" onClick={toggle} disabled={split.isPending}>
        {isSplit ? tt('showAsOne') : tt('showSeparately')}
      </Button>
    </section>
  )
}
