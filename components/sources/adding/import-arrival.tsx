'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { Button } from '#components/ui/form/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import { useSayReason } from '#components/ui/reason-text.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { subscriptionsQuery } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { FailedFeeds } from './failed-feeds.tsx'

const lookEveryMs = 2_000
/** More icons than anybody looks at make the page slow. */
const mostIcons = 500
const order = { failing: 0, gone: 0, 'opted-out': 0, ok: 1, waiting: 2 } as const

/**
 * The feeds of an import as their first answers arrive: an icon each, grey until then, those with a problem first. Those that failed
 * can be checked again.
 */
export function ImportArrival({ urls }: { readonly urls: ReadonlySet<string> }) {
  const t = useWords('sources')
  // When each feed that is tried again was checked before: until then it waits as at first.
  const [asked, setAsked] = useState<ReadonlyMap<number, string | null>>(new Map())
  const isWaiting = ({ id, health, lastPolledAt }: SubscriptionItem) =>
    health.kind === 'waiting' || (asked.has(id) && asked.get(id) === lastPolledAt)
  const chosen = (all: readonly SubscriptionItem[] = []) => all.filter(({ url }) => urls.has(url))
  const { data } = useQuery({
    ...subscriptionsQuery(),
    refetchInterval: ({ state }) => (chosen(state.data).some(isWaiting) ? lookEveryMs : false),
  })
  const feeds = chosen(data).sort((a, b) => order[a.health.kind] - order[b.health.kind])
  if (feeds.length === 0) return null
  const failed = feeds.filter((feed) => !isWaiting(feed) && hasProblem(feed))
  const answered = feeds.filter((feed) => !isWaiting(feed) && !hasProblem(feed)).length
  return (
    <section aria-label={t('importArrival')} className="mb-6">
      <p role="status" className="mb-3 text-ink-2">
        {t('importAnswered', { done: answered, total: feeds.length })}
      </p>
      <ul className="mb-4 flex flex-wrap gap-1.5">
        {feeds.slice(0, mostIcons).map((feed) => (
          <li key={feed.id}>
            <FeedIcon feed={feed} isWaiting={isWaiting(feed)} />
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <FailedFeeds
          feeds={failed}
          onAsked={(again) =>
            setAsked(
              (before) =>
                new Map([...before, ...again.map(({ id, lastPolledAt }) => [id, lastPolledAt] as const)]),
            )
          }
        />
      )}
      <Button variant="solid" asChild>
        <Link href="/">{t('startReading')}</Link>
      </Button>
    </section>
  )
}

type FeedIconProps = { readonly feed: SubscriptionItem; readonly isWaiting: boolean }

function FeedIcon({ feed, isWaiting }: FeedIconProps) {
  const t = useWords('sources')
  const sayReason = useSayReason()
  const { title, url, iconUrl, sourceId, health } = feed
  const name = title === '' ? url : title
  const isFailed = !isWaiting && hasProblem(feed)
  const said = isFailed
    ? `${name}: ${health.reason === null ? t('importProblem') : sayReason(health.reason)}`
    : name
  return (
    <Link
      href={`/sources/${sourceId}`}
      title={said}
      aria-label={isWaiting ? t('importWaiting', { name }) : said}
      className={cn(
        'block rounded-2 p-1 transition-[filter,opacity] duration-500',
        isWaiting && 'opacity-40 grayscale',
        isFailed && 'ring-2 ring-broken-solid',
      )}
    >
      <SourceAvatar title={name} iconUrl={iconUrl} size={28} />
    </Link>
  )
}

function hasProblem({ health }: SubscriptionItem): boolean {
  return order[health.kind] === 0
}
