'use client'

import Link from 'next/link'
import { useState } from 'react'
import { UnsubscribeButton } from '#components/organising/unsubscribe-button.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Shown at first. */
const few = 10

/** Feeds that work and have had nothing new for months: kept, as they cost next to nothing, or left from here. */
export function SilentFeeds({ subscriptions }: { readonly subscriptions: readonly SubscriptionItem[] }) {
  const t = useWords('sources')
  const { nowMs } = useClock()
  const [showsAll, setShowsAll] = useState(false)
  const silent = silentOf(subscriptions, nowMs)
  const shown = showsAll ? silent : silent.slice(0, few)
  return (
    <section aria-label={t('silentFeeds')}>
      <SectionHead title={t('silentFeeds')} lede={t('silentLede')} />
      {silent.length === 0 && <p className="border-y border-line py-3 text-ink-3">{t('silentNone')}</p>}
      <ul className="border-t border-line-strong empty:hidden">
        {shown.map((item) => (
          <li key={item.id} className="flex min-h-11 items-center gap-4 border-b border-line py-1">
            <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-4">
              <Link
                href={`/sources/${item.sourceId}`}
                prefetch={false}
                dir="auto"
                className="block min-w-0 truncate text-13 font-[550] hover:underline sm:flex-1"
              >
                {item.title}
              </Link>
              <span className="block text-12 text-ink-3">
                {item.lastPostingAt !== null &&
                  t.rich('lastArticle', { time: () => <Time at={item.lastPostingAt ?? ''} /> })}
              </span>
            </span>
            <UnsubscribeButton item={item} />
          </li>
        ))}
      </ul>
      {silent.length > few && (
        <Button variant="quiet" size="small" className="mt-2" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('showFewer') : t('allOf', { count: silent.length })}
        </Button>
      )}
    </section>
  )
}

/** A feed that once had a posting and then none for so long is silent. */
const silentMs = 90 * DAY_MS

/** Feeds that answer and have had nothing new for three months, the longest silence first. What fails is no silence. */
function silentOf(subscriptions: readonly SubscriptionItem[], nowMs: number): SubscriptionItem[] {
  const lastOf = (item: SubscriptionItem) => Date.parse(item.lastPostingAt ?? '')
  return subscriptions
    .filter((item) => item.health.kind === 'ok' && lastOf(item) < nowMs - silentMs)
    .toSorted((one, other) => lastOf(one) - lastOf(other))
}
