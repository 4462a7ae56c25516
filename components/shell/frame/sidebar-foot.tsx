'use client'

import { Bell } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { showToast } from '#components/ui/open/toast.tsx'
import { useGo } from '#components/ui/use-go.ts'
import { unsaid, useAlerts } from '#lib/queries/alerts/alert-panel.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { FreshnessFoot } from './freshness-foot.tsx'
import { NavLink } from '#components/shell/tree/nav-link.tsx'

const icon = <Bell aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />

/** How fresh the day was, and the way to the alerts; loaded after the page. */
export function SidebarFoot() {
  return (
    <>
      <FreshnessFoot />
      <AlertsFoot />
    </>
  )
}

/** The way to the alerts with how many were not seen, and a word when one comes. */
function AlertsFoot() {
  const t = useWords('shell')
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
    <div className="mt-auto">
      <NavLink href="/alerts" icon={icon} count={unseen} counts="all">
        {t('alerts')}
      </NavLink>
    </div>
  )
}
