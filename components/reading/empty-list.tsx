'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/empty.tsx'
import { Key } from '#components/ui/key.tsx'
import { Time } from '#components/ui/time.tsx'
import type { PostingFilter } from '#lib/api/postings.ts'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'

type EmptyListProps = {
  readonly filter: PostingFilter
  /** Those whose postings this list shows. */
  readonly subscriptions: readonly SubscriptionItem[]
  readonly hasSubscriptions: boolean
  readonly onShowAll: () => void
}

/** Why a list holds nothing, and what to do about it. */
export function EmptyList({ filter, subscriptions, hasSubscriptions, onShowAll }: EmptyListProps) {
  const t = useWords('reading')
  if (!hasSubscriptions) return <NoSubscriptions />
  if (filter.starred) {
    return <Empty title={t('noStars')}>{t.rich('noStarsHint', { key: () => <Key>{'s'}</Key> })}</Empty>
  }
  if (subscriptions.length === 0) return <Empty title={t('noSourceFiled')}>{t('noSourceFiledHint')}</Empty>
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
      {subscriptions.length === 1 && only?.health.message ? `${only.health.message} ` : null}
      <NextPoll subscriptions={subscriptions} />
    </Empty>
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
        </>
      }
    >
      {t('nothingToReadHint')}
    </Empty>
  )
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
