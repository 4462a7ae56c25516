'use client'

import { RotateCcw } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { ReasonText } from '#components/ui/reason-text.tsx'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { usePollNow } from '#lib/queries/sources/sources.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** More lines than anybody reads here; the list of subscriptions has them all. */
const mostLines = 10

type FailedFeedsProps = {
  readonly feeds: readonly SubscriptionItem[]
  /** Called with those that are checked anew. */
  readonly onAsked: (feeds: readonly SubscriptionItem[]) => void
}

/** The feeds whose first check failed, each with its reason, and one button that has all of them checked again. */
export function FailedFeeds({ feeds, onAsked }: FailedFeedsProps) {
  const t = useWords('sources')
  const errorText = useErrorText()
  const { mutateAsync: pollNow } = usePollNow()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  async function askAll() {
    setIsBusy(true)
    const asked: SubscriptionItem[] = []
    let refused: unknown = null
    for (const feed of feeds) {
      try {
        await pollNow(feed.sourceId)
        asked.push(feed)
      } catch (error) {
        refused ??= error
      }
    }
    setFailure(refused)
    setIsBusy(false)
    onAsked(asked)
  }
  return (
    <section aria-label={t('importFailed', { count: feeds.length })} className="mb-4">
      <p className="font-semibold">{t('importFailed', { count: feeds.length })}</p>
      <ul className="my-2">
        {feeds.slice(0, mostLines).map(({ id, sourceId, title, url, health }) => (
          <li key={id} className="py-1">
            <Link
              href={`/sources/${sourceId}`}
              prefetch={false}
              className="font-[550] break-words hover:underline"
            >
              {title === '' ? url : title}
            </Link>
            <span className="block text-12 text-ink-2">
              {health.reason === null ? t('importProblem') : <ReasonText reason={health.reason} />}
            </span>
          </li>
        ))}
      </ul>
      {feeds.length > mostLines && (
        <p className="mb-2 text-ink-2">{t('importMore', { count: feeds.length - mostLines })}</p>
      )}
      <Button disabled={isBusy} onClick={() => void askAll()}>
        <RotateCcw size={15} strokeWidth={1.75} aria-hidden />
        {t('tryAllAgain', { count: feeds.length })}
      </Button>
      <p role="alert" className="mt-2 text-ink-2 empty:hidden">
        {errorText(failure)}
      </p>
    </section>
  )
}
