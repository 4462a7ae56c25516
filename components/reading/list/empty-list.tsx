'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { Suspense } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Empty } from '#components/ui/form/empty.tsx'
import { Key } from '#components/ui/form/key.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import type { MissingPart } from '#lib/api/postings/list-scope.ts'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { formatDuration, formatMoment } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { nextExpected } from './next-expected.ts'
import { useHotkeys } from '#components/reading/keys/use-hotkey.ts'

const ReasonText = lazyPart(async () => (await import('#components/ui/reason-text.tsx')).ReasonText)

type EmptyListProps = {
  readonly filter: PostingListFilter
  readonly missing: MissingPart | null
  /** Those whose postings this list shows. */
  readonly subscriptions: readonly SubscriptionItem[]
  readonly hasSubscriptions: boolean
  readonly onShowAll: () => void
}

/** Why a list holds nothing, and what to do about it. */
export function EmptyList({ filter, missing, subscriptions, hasSubscriptions, onShowAll }: EmptyListProps) {
  const t = useWords('reading')
  const locale = useLocale()
  if (missing !== null) {
    const [title, hint] = missingWords[missing]
    return <Empty title={t(title)}>{t(hint)}</Empty>
  }
  if (!hasSubscriptions) return <NoSubscriptions />
  if (filter.starred) {
    return (
      <Empty title={t('noStars')}>
        <KeepHint act="star" />
      </Empty>
    )
  }
  if (filter.later)
    return (
      <Empty title={t('noLater')}>
        <KeepHint act="later" />
      </Empty>
    )
  if (filter.labelId !== undefined && subscriptions.length === 0)
    return (
      <Empty title={t('noLabelled')}>
        <KeepHint act="label" />
      </Empty>
    )
  if (filter.freshMinutes !== undefined) {
    return (
      <Empty title={t('nothingFresh', { age: formatDuration(filter.freshMinutes * 60_000, locale) })}>
        <NextExpected subscriptions={subscriptions} />
      </Empty>
    )
  }
  if (subscriptions.length === 0) return <Empty title={t('noSourceFiled')}>{t('noSourceFiledHint')}</Empty>
  // "All read" would be a praise for feeds that bring nothing.
  if (subscriptions.every(({ health }) => !['ok', 'waiting'].includes(health.kind)))
    return (
      <Empty
        title={t('noFeedWorks', { count: subscriptions.length })}
        action={
          <Button size="small" asChild>
            <Link href="/sources">{t('seeFeeds')}</Link>
          </Button>
        }
      >
        {t('noFeedWorksHint')}
      </Empty>
    )
  if (filter.show === 'unread') {
    return (
      <Empty
        title={t('allRead')}
        action={
          <Button size="small" onClick={onShowAll}>
            {t('showRead')}
          </Button>
        }
      >
        <NextPoll subscriptions={subscriptions} />
      </Empty>
    )
  }
  const [only] = subscriptions
  return (
    <Empty title={t('noPostings')}>
      {subscriptions.length === 1 && only !== undefined && only.health.reason !== null ? (
        <Suspense>
          <ReasonText reason={only.health.reason} />{' '}
        </Suspense>
      ) : null}
      <NextPoll subscriptions={subscriptions} />
    </Empty>
  )
}

const missingWords = {
  source: ['noSuchSource', 'noSuchSourceHint'],
  folder: ['noSuchFolder', 'noSuchHint'],
  label: ['noSuchLabel', 'noSuchHint'],
  view: ['noSuchView', 'noSuchHint'],
} as const

const keepHints = {
  star: ['noStarsHint', 'noStarsTouch'],
  later: ['noLaterHint', 'noLaterTouch'],
  label: ['noLabelledHint', 'noLabelledTouch'],
} as const

/** A hint how postings get into a list: by the reader's key where there is one, and where there are keys at all. */
function KeepHint({ act }: { readonly act: keyof typeof keepHints }) {
  const [withKey, without] = keepHints[act]
  const t = useWords('reading')
  const hotkey = useHotkeys()(act)
  return (
    <>
      {hotkey === null ? null : (
        <span className="pointer-coarse:hidden">{t.rich(withKey, { key: () => <Key>{hotkey}</Key> })}</span>
      )}
      <span className={hotkey === null ? undefined : 'pointer-fine:hidden'}>{t(without)}</span>
    </>
  )
}

function NoSubscriptions() {
  const t = useWords('reading')
  return (
    <Empty
      title={t('nothingToRead')}
      action={
        <>
          <Button variant="solid" asChild>
            <Link href="/subscribe">
              <Plus aria-hidden size={16} strokeWidth={1.75} />
              {t('pasteAddress')}
            </Link>
          </Button>
          <Button asChild>
            <Link href="/sources/import">{t('bringList')}</Link>
          </Button>
          <Button asChild>
            <Link href="/discover">{t('browseSuggestions')}</Link>
          </Button>
        </>
      }
    >
      {t('nothingToReadHint')}
    </Empty>
  )
}

/** "The next posting is expected between 09:35 and 09:50." From the rates; without any, the next poll is told. */
function NextExpected({ subscriptions }: { readonly subscriptions: readonly SubscriptionItem[] }) {
  const t = useWords('reading')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const expected = nextExpected(subscriptions, nowMs)
  if (expected === null) return <NextPoll subscriptions={subscriptions} />
  const moment = (atMs: number) => formatMoment(atMs, nowMs, timeZone, locale)
  return t('nextExpected', {
    from: moment(expected.fromMs),
    to: moment(expected.toMs),
    source: expected.source,
  })
}

/** "The next poll is in 4 min, of Harbour Gazette." */
function NextPoll({ subscriptions }: { readonly subscriptions: readonly SubscriptionItem[] }) {
  const t = useWords('reading')
  const [next] = subscriptions
    .flatMap(({ nextPollAt, title }) => (nextPollAt === null ? [] : [{ nextPollAt, title }]))
    .sort((one, other) => one.nextPollAt.localeCompare(other.nextPollAt))
  if (next === undefined) return null
  const at = next.nextPollAt
  return t.rich('nextPoll', { time: () => <Time at={at} show="clock" />, source: next.title })
}
