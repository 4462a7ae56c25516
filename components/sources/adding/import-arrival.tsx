'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { Button } from '#components/ui/form/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { subscriptionsQuery } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'

const lookEveryMs = 2_000
/** More icons than anybody looks at make the page slow. */
const mostIcons = 500
const order = { failing: 0, gone: 0, 'opted-out': 0, ok: 1, waiting: 2 } as const

/** The feeds of an import as their first answers arrive: an icon each, grey until then, those with a problem first. */
export function ImportArrival({ urls }: { readonly urls: ReadonlySet<string> }) {
  const t = useWords('sources')
  const chosen = (all: readonly SubscriptionItem[] = []) => all.filter(({ url }) => urls.has(url))
  const { data } = useQuery({
    ...subscriptionsQuery(),
    refetchInterval: ({ state }) => (chosen(state.data).some(isWaiting) ? lookEveryMs : false),
  })
  const feeds = chosen(data).sort((a, b) => order[a.health.kind] - order[b.health.kind])
  if (feeds.length === 0) return null
  const answered = feeds.filter((feed) => !isWaiting(feed)).length
  return (
    <section aria-label={t('importArrival')} className="mb-6">
      <p role="status" className="mb-3 text-ink-2">
        {t('importAnswered', { done: answered, total: feeds.length })}
      </p>
      <ul className="mb-4 flex flex-wrap gap-1.5">
        {feeds.slice(0, mostIcons).map((feed) => (
          <li key={feed.id}>
            <FeedIcon feed={feed} />
          </li>
        ))}
      </ul>
      <Button variant="solid" asChild>
        <Link href="/">{t('startReading')}</Link>
      </Button>
    </section>
  )
}

function FeedIcon({ feed }: { readonly feed: SubscriptionItem }) {
  const t = useWords('sources')
  const { title, url, iconUrl, sourceId, health } = feed
  const name = title === '' ? url : title
  const hasProblem = order[health.kind] === 0
  const said = hasProblem ? `${name}: ${health.reason?.text ?? t('importProblem')}` : name
  return (
    <Link
      href={`/sources/${sourceId}`}
      title={said}
      aria-label={isWaiting(feed) ? t('importWaiting', { name }) : said}
      className={cn(
        'block rounded-2 p-1 transition-[filter,opacity] duration-500',
        isWaiting(feed) && 'opacity-40 grayscale',
        hasProblem && 'ring-2 ring-broken-solid',
      )}
    >
      <SourceAvatar title={name} iconUrl={iconUrl} size={28} />
    </Link>
  )
}

function isWaiting({ health }: SubscriptionItem): boolean {
  return health.kind === 'waiting'
}
