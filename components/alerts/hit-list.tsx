'use client'

import Link from 'next/link'
import { useEffect } from 'react'
import { LateCause } from '#components/sources/source/late-cause.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Time } from '#components/ui/time.tsx'
import type { AlertHitItem, PromiseDetail } from '#lib/api/alerts/alerts.ts'
import { useAlerts } from '#lib/queries/alerts/alert-panel.ts'
import { useAlertHits, useMarkHitsSeen } from '#lib/queries/alerts/alerts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { NewAlert } from './new-alert.tsx'

/** The told alerts, newest first; those shown here have been seen. */
export function HitList() {
  const t = useWords('alerts')
  const hits = useAlertHits()
  const panel = useAlerts()
  const { mutate: markSeen } = useMarkHitsSeen()
  const first = hits.data?.pages[0]
  const newestId = first?.hits[0]?.id
  const isUnseen = (first?.unseen ?? 0) > 0
  useEffect(() => {
    if (isUnseen && newestId !== undefined) markSeen(newestId)
  }, [isUnseen, newestId, markSeen])
  if (hits.isPending) return <Waiting rows={6} rowHeight={60} />
  if (hits.isError)
    return <Failed title={t('failed')} error={hits.error} onRetry={() => void hits.refetch()} />
  const rows = hits.data.pages.flatMap((page) => page.hits)
  // Nothing else is here: without the button that makes an alert, the reason stands in its place.
  if (rows.length === 0 && panel.isError)
    return (
      <Failed title={t('failed')} error={panel.error} onRetry={() => void panel.refetch()} className="px-0" />
    )
  if (rows.length === 0)
    return (
      <Empty
        title={t('nothingTold')}
        className="px-0"
        action={panel.data && <NewAlert channels={panel.data.channels} />}
      >
        {t('nothingToldHint')}
      </Empty>
    )
  return (
    <>
      <ul aria-live="polite">
        {rows.map((hit) => (
          <HitRow key={hit.id} hit={hit} />
        ))}
      </ul>
      {hits.hasNextPage ? (
        <Button className="mt-4" disabled={hits.isFetching} onClick={() => void hits.fetchNextPage()}>
          {t('older')}
        </Button>
      ) : null}
    </>
  )
}

function HitRow({ hit }: { readonly hit: AlertHitItem }) {
  const t = useWords('alerts')
  const { posting, source, promise, alert, madeAt } = hit
  const href = posting === null ? `/sources/${source?.id ?? ''}` : `/?posting=${posting.id}`
  const from = source?.title ?? ''
  const title = posting === null ? t('brokenTitle', { source: from }) : posting.title || from
  // An alert about a feed has its name.
  const names = new Set([from, alert?.name ?? ''])
  // The title names the feed already.
  if (!posting?.title) names.delete(from)
  return (
    <li className="border-b border-line py-2.5">
      <Link href={href} prefetch={false} className="block rounded-1 hover:underline">
        <bdi className={hit.seenAt === null ? 'font-[620]' : 'font-[550]'}>{title}</bdi>
      </Link>
      {promise === null ? null : <Promised promise={promise} />}
      <p className="text-12 text-ink-3">
        {[...names].map((name) => name && `${name} · `)}
        <Time at={madeAt} />
      </p>
    </li>
  )
}

/** Since when a promise is broken, and why. */
function Promised({ promise: { since, cause } }: { readonly promise: PromiseDetail }) {
  const t = useWords('alerts')
  const known = (['host', 'outage', 'budget', 'hint'] as const).find((each) => each === cause) ?? null
  return (
    <p className="text-13 text-ink-2">
      {t.rich('brokenSince', { at: () => <Time at={since} show="absolute" /> })} <LateCause cause={known} />
    </p>
  )
}
