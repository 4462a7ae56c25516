'use client'

import { Bell, Settings } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { NearLink } from '#components/ui/near-link.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { useGo } from '#components/ui/use-go.ts'
import { formatUnread } from '#lib/text/format.ts'
import { unsaid, useAlerts } from '#lib/queries/alerts/alert-panel.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { FreshnessFoot } from './freshness-foot.tsx'

const footIcon =
  'relative grid size-10 shrink-0 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:size-11'

/** The freshness of the day, and the ways to alerts and settings; loaded after the page. */
export function SidebarFoot() {
  const t = useWords('shell')
  return (
    <>
      <FreshnessFoot />
      <AlertsFoot />
      <NearLink href="/settings" aria-label={t('settings')} title={t('settings')} className={footIcon}>
        <Settings aria-hidden size={17} strokeWidth={1.75} />
      </NearLink>
    </>
  )
}

/** The way to the alerts with how many were not seen, and a word when one comes. */
function AlertsFoot() {
  const t = useWords('shell')
  const locale = useLocale()
  const go = useGo()
  const unseen = useAlerts().data?.unseen
  const before = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (unseen === undefined) return
    // Of what came before the first answer only events tell; later the difference, also after a lost connection.
    const more = before.current === undefined ? Math.min(unsaid.count, unseen) : unseen - before.current
    before.current = unseen
    unsaid.count = 0
    if (more > 0)
      showToast(t('newAlerts', { count: more }), { label: t('showAlerts'), run: () => go('/alerts') })
  }, [unseen, t, go])
  return (
    <Link href="/alerts" prefetch={false} title={t('alerts')} className={footIcon}>
      <Bell aria-hidden size={17} strokeWidth={1.75} />
      <span className="sr-only">{t('alerts')}</span>
      {unseen ? (
        <span className="absolute end-0.5 top-0.5 min-w-4 rounded-full bg-ink px-1 text-center text-11 font-[600] text-on-ink">
          {formatUnread(unseen, locale)}
        </span>
      ) : null}
    </Link>
  )
}
