'use client'

import { Bookmark, Compass, Gauge, Layers, Rss, Settings, Star, Zap } from 'lucide-react'
import { useMe } from '#lib/queries/account.ts'
import { useCounts } from '#lib/queries/counts.ts'
import { useFreshCount } from '#lib/queries/fresh.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { NavLink } from './nav-link.tsx'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75, className: 'shrink-0' } as const

type LinksProps = { readonly onNavigate?: () => void }

/** The lists that everybody has. */
export function MainLinks({ onNavigate }: LinksProps) {
  const t = useWords('shell')
  const counts = useCounts().data
  return (
    <div className="flex flex-col gap-px">
      <NavLink href="/?fresh=1" icon={<Zap {...icon} />} count={useFreshCount()} onNavigate={onNavigate}>
        {t('freshLane')}
      </NavLink>
      <NavLink href="/" icon={<Layers {...icon} />} count={counts?.all} onNavigate={onNavigate}>
        {t('allPostings')}
      </NavLink>
      <NavLink
        href="/?later=1"
        icon={<Bookmark {...icon} />}
        count={counts?.later}
        counts="all"
        onNavigate={onNavigate}
      >
        {t('readLater')}
      </NavLink>
      <NavLink href="/?starred=1" icon={<Star {...icon} />} onNavigate={onNavigate}>
        {t('starred')}
      </NavLink>
      <NavLink href="/discover" icon={<Compass {...icon} />} onNavigate={onNavigate}>
        {t('discover')}
      </NavLink>
    </div>
  )
}

/** The pages beside the lists. */
export function PageLinks({ onNavigate }: LinksProps) {
  const t = useWords('shell')
  const isAdmin = useMe().data?.role === 'admin'
  return (
    <div className="flex flex-col gap-px">
      <NavLink href="/sources" icon={<Rss {...icon} />} onNavigate={onNavigate}>
        {t('subscriptions')}
      </NavLink>
      {isAdmin ? (
        <NavLink href="/admin" icon={<Gauge {...icon} />} onNavigate={onNavigate}>
          {t('admin')}
        </NavLink>
      ) : null}
      <NavLink href="/settings" icon={<Settings {...icon} />} onNavigate={onNavigate}>
        {t('settings')}
      </NavLink>
    </div>
  )
}
