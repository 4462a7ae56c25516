'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/empty.tsx'
import { Key } from '#components/ui/key.tsx'
import { Time } from '#components/ui/time.tsx'
import type { PostingFilter } from '#lib/api/postings.ts'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'

type EmptyListProps = {
  readonly filter: PostingFilter
  /** Those whose postings this list shows. */
  readonly subscriptions: readonly SubscriptionItem[]
  readonly hasSubscriptions: boolean
  readonly onShowAll: () => void
}

/** Why a list holds nothing, and what to do about it. */
export function EmptyList({ filter, subscriptions, hasSubscriptions, onShowAll }: EmptyListProps) {
  if (!hasSubscriptions) return <NoSubscriptions />
  if (filter.starred) {
    return (
      <Empty title="Nothing is starred">
        Press <Key>s</Key> on a posting, or swipe it to the left, to keep it here.
      </Empty>
    )
  }
  if (subscriptions.length === 0)
    return <Empty title="No source is filed here">Move one here on its page.</Empty>
  if (filter.show === 'unread') {
    return (
      <Empty
        title="All read"
        action={
          <Button size="small" onClick={onShowAll}>
            Show read postings
          </Button>
        }
      >
        <NextPoll subscriptions={subscriptions} />
      </Empty>
    )
  }
  const [only] = subscriptions
  return (
    <Empty title="No postings yet">
      {subscriptions.length === 1 && only?.health.message ? `${only.health.message} ` : null}
      <NextPoll subscriptions={subscriptions} />
    </Empty>
  )
}

function NoSubscriptions() {
  return (
    <Empty
      title="Nothing to read yet"
      action={
        <>
          <Button variant="solid" asChild>
            <Link href="/subscribe">
              <Plus aria-hidden size={16} strokeWidth={1.75} />
              Paste an address
            </Link>
          </Button>
          <Button asChild>
            <Link href="/sources/import">Bring a list</Link>
          </Button>
        </>
      }
    >
      Give Skylark the address of a site or feed; its postings appear here within seconds.
    </Empty>
  )
}

/** "The next poll is in 4 min, of Harbour Gazette." */
function NextPoll({ subscriptions }: { readonly subscriptions: readonly SubscriptionItem[] }) {
  const [next] = subscriptions
    .flatMap(({ nextPollAt, title }) => (nextPollAt === null ? [] : [{ nextPollAt, title }]))
    .sort((one, other) => one.nextPollAt.localeCompare(other.nextPollAt))
  if (next === undefined) return null
  return (
    <>
      The next poll is planned for <Time at={next.nextPollAt} show="clock" />: {next.title}.
    </>
  )
}
