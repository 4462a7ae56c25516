'use client'

import Link from 'next/link'
import { useState } from 'react'
import { UnsubscribeButton } from '#components/organising/unsubscribe-button.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { Time } from '#components/ui/time.tsx'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { usePollNow } from '#lib/queries/sources/sources.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { HealthMark } from './health-mark.tsx'
import { remedyOf, saysRemedy, type Remedy } from './remedy.ts'

/** Shown at first. */
const few = 5

const remedyWords = {
  find: 'remedyFind',
  login: 'remedyLogin',
  ask: 'remedyAsk',
  mend: 'remedyMend',
  wait: 'remedyWait',
} as const satisfies Record<Remedy, string>

/** The feeds that bring nothing now, each with what its reader can do; nothing where all are well. */
export function SickFeeds({ subscriptions }: { readonly subscriptions: readonly SubscriptionItem[] }) {
  const t = useWords('sources')
  const [showsAll, setShowsAll] = useState(false)
  const sick = subscriptions.flatMap((item) => {
    const remedy = remedyOf(item.health)
    return remedy === null ? [] : [{ item, remedy }]
  })
  if (sick.length === 0) return null
  const shown = showsAll ? sick : sick.slice(0, few)
  return (
    <section aria-label={t('sickFeeds')} className="mb-6">
      <SectionHead
        title={t('sickFeeds')}
        lede={t('sickSentence', { count: sick.length, all: subscriptions.length })}
      />
      <ul className="border-t border-line-strong">
        {shown.map(({ item, remedy }) => (
          <SickFeed key={item.id} item={item} remedy={remedy} />
        ))}
      </ul>
      {sick.length > few && (
        <Button variant="quiet" size="small" className="mt-2" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('showFewer') : t('allOf', { count: sick.length })}
        </Button>
      )}
    </section>
  )
}

type SickFeedProps = { readonly item: SubscriptionItem; readonly remedy: Remedy }

function SickFeed({ item, remedy }: SickFeedProps) {
  const t = useWords('sources')
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_264px] md:items-start">
      <span className="flex min-w-0 items-start gap-2.5">
        <SourceAvatar title={item.title} iconUrl={item.iconUrl} size={22} />
        <span className="min-w-0">
          <Link
            href={`/sources/${item.sourceId}`}
            prefetch={false}
            dir="auto"
            className="block truncate text-as-parent font-[580] hover:underline"
          >
            {item.title}
          </Link>
          <span className="block text-12 text-ink-3">
            {item.lastPostingAt === null
              ? t('noPostingsYet')
              : t.rich('lastArticle', { time: () => <Time at={item.lastPostingAt ?? ''} /> })}
          </span>
        </span>
      </span>
      <span className="min-w-0">
        <HealthMark health={item.health} isWhole />
        {!saysRemedy(item.health) && (
          <span className="mt-0.5 block text-13 text-ink">{t(remedyWords[remedy])}</span>
        )}
      </span>
      <Acts item={item} remedy={remedy} />
    </li>
  )
}

function Acts({ item, remedy }: SickFeedProps) {
  const t = useWords('sources')
  const pollNow = usePollNow()
  const site = item.siteUrl ?? URL.parse(item.url)?.origin ?? item.url
  return (
    <span className="flex flex-wrap gap-2 md:justify-end">
      {remedy === 'find' && (
        <Button asChild size="small">
          <Link
            href={`/subscribe?url=${encodeURIComponent(site)}`}
            prefetch={false}
            aria-label={`${t('findAddress')}: ${item.title}`}
          >
            {t('findAddress')}
          </Link>
        </Button>
      )}
      {(remedy === 'login' || remedy === 'ask') && (
        <Button asChild size="small">
          <a href={site} rel="noreferrer" aria-label={`${t('openSite')}: ${item.title}`}>
            {t('openSite')}
          </a>
        </Button>
      )}
      {(remedy === 'wait' || remedy === 'mend') && (
        <Button
          size="small"
          aria-label={`${t('pollNow')}: ${item.title}`}
          disabled={pollNow.isPending}
          onClick={() =>
            pollNow.mutate(item.sourceId, {
              onSuccess: () => showToast(t('polledSoon', { source: item.title })),
              onError: (error) => showError(t('pollNow'), error),
            })
          }
        >
          {t(pollNow.isPending ? 'pollingNow' : 'pollNow')}
        </Button>
      )}
      <UnsubscribeButton item={item} />
    </span>
  )
}
