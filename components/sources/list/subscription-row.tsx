'use client'

import { Ellipsis } from 'lucide-react'
import Link from 'next/link'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { OpenLater } from '#components/ui/open/open-later.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatRate, formatUnread } from '#lib/text/format.ts'
import { useLabels } from '#lib/queries/organising/labels.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { HealthMark } from './health-mark.tsx'

const SubscriptionMenu = lazyPart(
  async () => (await import('#components/organising/subscription-menu.tsx')).SubscriptionMenu,
)

type SubscriptionRowProps = {
  readonly item: SubscriptionItem
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

/** One source of the subscriber: what it is, how much of it is unread, how it answers. */
export function SubscriptionRow(props: SubscriptionRowProps) {
  const t = useWords('sources')
  const { item, isChosen, onChoose } = props
  return (
    <li className="grid min-h-[46px] grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5 [contain-intrinsic-block-size:auto_47px] [content-visibility:auto] md:grid-cols-[auto_minmax(0,3fr)_84px_124px_168px_minmax(72px,1fr)_auto] lg:grid-cols-[auto_minmax(0,2fr)_108px_132px_184px_minmax(96px,1fr)_auto]">
      <Checkbox
        aria-label={t('choose', { source: item.title })}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span className="flex min-w-0 items-center gap-2.5">
        <SourceAvatar title={item.title} iconUrl={item.iconUrl} size={22} />
        <span className="min-w-0">
          <Link
            href={`/sources/${item.sourceId}`}
            dir="auto"
            className="block truncate text-as-parent font-[580] hover:underline"
          >
            {item.title}
          </Link>
          <span className="block truncate text-12 leading-[14px] text-ink-3">
            {hostOf(item.url)}
            <Marks item={item} />
          </span>
        </span>
      </span>
      <Facts item={item} />
      <RowMenu item={item} />
    </li>
  )
}

function Facts({ item }: { readonly item: SubscriptionItem }) {
  const t = useWords('sources')
  const locale = useLocale()
  const { lastPostingAt, health } = item
  return (
    <span className="col-start-2 flex flex-wrap items-baseline gap-x-3 text-12 text-ink-2 max-md:row-start-2 max-md:ps-8 md:contents md:text-13">
      <span className="max-md:empty:hidden md:text-end">
        {item.unread > 0 && (
          <Link href={`/?source=${item.sourceId}`} className="font-[550] whitespace-nowrap hover:underline">
            {formatUnread(item.unread, locale)}{' '}
            <span className="font-[450] text-ink-3">{t('unread', { count: item.unread })}</span>
          </Link>
        )}
      </span>
      <span className="max-md:empty:hidden">
        {/* Before its first check no feed has any: its state says so. */}
        {lastPostingAt === null && health.kind !== 'waiting' && t('noPostingsYet')}
        {lastPostingAt !== null && t.rich('latestAt', { time: () => <Time at={lastPostingAt} /> })}
      </span>
      <span className="md:text-end">
        {item.postingsPerDay !== null && t('postsRate', { rate: formatRate(item.postingsPerDay, locale) })}
      </span>
      {/* Said only where something is wrong: a tick in every row says nothing. */}
      <span className={health.kind === 'ok' ? 'max-md:hidden' : 'md:ps-4'}>
        {health.kind !== 'ok' && <HealthMark health={health} />}
      </span>
    </span>
  )
}

function RowMenu({ item }: { readonly item: SubscriptionItem }) {
  const t = useWords('sources')
  const trigger = (
    <Button variant="quiet" size="small" iconOnly aria-label={t('sourceMore', { source: item.title })}>
      <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
    </Button>
  )
  return (
    <span className="max-md:col-start-3 max-md:row-start-1">
      <OpenLater trigger={trigger}>
        <SubscriptionMenu item={item} trigger={trigger} />
      </OpenLater>
    </span>
  )
}

/** The reader's marks on the source: labels, and that it is quiet. */
function Marks({ item }: { readonly item: SubscriptionItem }) {
  const t = useWords('organising')
  const labels = useLabels().data?.filter((label) => item.labelIds.includes(label.id)) ?? []
  return (
    <span className="ms-2 inline-flex flex-wrap gap-1 align-middle">
      {item.wantsFast ? <Tag>{t('fast')}</Tag> : null}
      {item.isMuted ? <Tag>{t('muted')}</Tag> : null}
      {item.isApart && !item.isMuted ? <Tag>{t('apart')}</Tag> : null}
      {labels.map((label) => (
        <Tag key={label.id}>
          <Link href={`/?label=${label.id}`}>{label.name}</Link>
        </Tag>
      ))}
    </span>
  )
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
