'use client'

import { Bell, Check, ChevronDown, ChevronRight, ExternalLink, RefreshCw } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Menu, MenuItem } from '#components/ui/open/menu.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { usePollNow } from '#lib/queries/sources/sources.ts'
import { useSubscribe } from '#lib/queries/organising/subscription-acts.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { FastSwitch } from './fast-switch.tsx'
import { HealthMark } from '#components/sources/list/health-mark.tsx'
import { useSubscriptionActs } from '#components/organising/use-subscription-acts.ts'

/** Name, address and what can be done with a source. */
export function SourceHead({ source }: { readonly source: SourceDetail }) {
  const t = useWords('sources')
  const errorText = useErrorText()
  const pollNow = usePollNow()
  return (
    <header className="pt-3">
      <div className="flex min-h-10 flex-wrap items-center gap-2">
        <nav
          aria-label={t('whereThisIs')}
          className="flex min-w-0 flex-1 items-center gap-1.5 text-ink-3 max-sm:basis-full"
        >
          <Link href="/sources" className="hover:text-ink hover:underline">
            {t('subscriptions')}
          </Link>
          <ChevronRight size={14} strokeWidth={1.75} aria-hidden className="flex-none rtl:rotate-180" />
          <span className="truncate font-semibold text-ink">{source.title}</span>
        </nav>
        {/* On a phone the acts share one line, without their icons. */}
        <div className="flex items-center gap-2 max-sm:w-full max-sm:*:min-w-0 max-sm:*:flex-auto max-sm:*:px-1.5 max-sm:[&_svg:first-child]:hidden">
          <Button
            size="small"
            disabled={pollNow.isPending}
            onClick={() =>
              pollNow.mutate(source.id, {
                onSuccess: () => showToast(t('polledSoon', { source: source.title })),
              })
            }
          >
            <RefreshCw size={14} strokeWidth={1.75} aria-hidden />
            {pollNow.isPending ? t('pollingNow') : t('pollNow')}
          </Button>
          <AlertButton sourceId={source.id} />
          <SubscriptionButton source={source} />
        </div>
      </div>
      <p role="status" className="min-h-4 text-end text-12 text-ink-2">
        {errorText(pollNow.error)}
      </p>
      <div className="mt-1 mb-5 flex items-center gap-4">
        <SourceAvatar title={source.title} iconUrl={source.iconUrl} size={52} />
        <div className="min-w-0 flex-1">
          <h1
            dir="auto"
            className="text-as-parent text-[26px] leading-8 font-[640] tracking-[-0.015em] break-words"
          >
            {source.title}
          </h1>
          {source.description !== '' && (
            <p
              dir="auto"
              className="line-clamp-3 text-as-parent font-text text-[15px] leading-[22px] text-ink-2"
            >
              {source.description}
            </p>
          )}
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-12 text-ink-3">
            <a
              href={source.url}
              className="max-w-full truncate hover:text-ink hover:underline"
              rel="noreferrer"
            >
              {source.url.replace(/^https?:\/\//, '')}
            </a>
            {source.siteUrl !== null && (
              <a
                href={source.siteUrl}
                rel="noreferrer"
                className="inline-flex items-center gap-1 hover:text-ink hover:underline"
              >
                {t('openSite')}
                <ExternalLink size={12} strokeWidth={1.75} aria-hidden />
              </a>
            )}
          </p>
        </div>
      </div>
      {source.subscriptionId !== null && <FastSwitch source={source} />}
      {source.movedTo !== null && <MovedNotice address={source.movedTo} />}
      {source.health.kind !== 'ok' && (
        <div className="mb-5">
          <HealthMark health={source.health} isWhole />
        </div>
      )}
    </header>
  )
}

function MovedNotice({ address }: { readonly address: string }) {
  const t = useWords('sources')
  return (
    <p className="mb-5 rounded-3 border border-line bg-paper px-4 py-2.5 wrap-anywhere text-ink-2">
      {t.rich('moved', {
        address: address.replace(/^https?:\/\//, ''),
        link: (words) => (
          <Link
            href={`/subscribe?url=${encodeURIComponent(address)}`}
            className="font-[550] text-ink underline decoration-control underline-offset-3 hover:decoration-ink"
          >
            {words}
          </Link>
        ),
      })}
    </p>
  )
}

/** To an alert of what this source brings, for who reads it. */
function AlertButton({ sourceId }: { readonly sourceId: number }) {
  const t = useWords('sources')
  const isRead = useSubscriptions().data?.some((each) => each.sourceId === sourceId) === true
  if (!isRead) return null
  return (
    <Button size="small" asChild>
      <Link href={`/settings/notifications?source=${sourceId}`} prefetch={false}>
        <Bell size={14} strokeWidth={1.75} aria-hidden />
        {t('alertMe')}
      </Link>
    </Button>
  )
}

function SubscriptionButton({ source }: { readonly source: SourceDetail }) {
  const t = useWords('sources')
  const router = useRouter()
  const subscriptions = useSubscriptions()
  const subscribe = useSubscribe()
  const acts = useSubscriptionActs()
  const own = subscriptions.data?.find((item) => item.sourceId === source.id)
  if (source.subscriptionId === null) {
    return (
      <Button
        size="small"
        variant="solid"
        disabled={subscribe.isPending}
        onClick={() => subscribe.mutate({ url: source.url })}
      >
        {t('subscribe')}
      </Button>
    )
  }
  return (
    <Menu
      trigger={
        <Button size="small">
          <Check size={14} strokeWidth={1.75} aria-hidden />
          {t('subscribedButton')}
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </Button>
      }
    >
      <MenuItem asChild>
        <Link href={`/?source=${source.id}`}>{t('readItsPostings')}</Link>
      </MenuItem>
      <MenuItem
        danger
        disabled={own === undefined}
        onSelect={() => {
          if (own !== undefined) void acts.unsubscribe([own]).then(() => router.push('/sources'))
        }}
      >
        {t('unsubscribe')}
      </MenuItem>
    </Menu>
  )
}
