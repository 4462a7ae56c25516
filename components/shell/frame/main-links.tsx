'use client'

import { Bookmark, Compass, Layers, Star, Zap } from 'lucide-react'
import { useCounts } from '#lib/queries/postings/counts.ts'
import { useFreshCount } from '#lib/queries/postings/fresh.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { NavLink } from '#components/shell/tree/nav-link.tsx'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75, className: 'shrink-0' } as const

/** Made once, so that a line whose count stays is not drawn again. */
const icons = {
  zap: <Zap {...icon} />,
  layers: <Layers {...icon} />,
  bookmark: <Bookmark {...icon} />,
  star: <Star {...icon} />,
  compass: <Compass {...icon} />,
}

type LinksProps = { readonly onNavigate?: () => void }

/** The lists that everybody has. */
export function MainLinks({ onNavigate }: LinksProps) {
  const t = useWords('shell')
  const counts = useCounts().data
  return (
    <div className="flex flex-col gap-px">
      <NavLink href="/?fresh=1" icon={icons.zap} count={useFreshCount()} onNavigate={onNavigate}>
        {t('freshLane')}
      </NavLink>
      <NavLink href="/" icon={icons.layers} count={counts?.all} onNavigate={onNavigate}>
        {t('allPostings')}
      </NavLink>
      <NavLink
        href="/?later=1"
        icon={icons.bookmark}
        count={counts?.later}
        counts="all"
        onNavigate={onNavigate}
      >
        {t('readLater')}
      </NavLink>
      <NavLink href="/?starred=1" icon={icons.star} onNavigate={onNavigate}>
        {t('starred')}
      </NavLink>
      <NavLink href="/discover" icon={icons.compass} onNavigate={onNavigate}>
        {t('discover')}
      </NavLink>
    </div>
  )
}
