'use client'

import { Bell, Bookmark, Compass, Gauge, LogOut, Plus, Rss, Settings, Star, Timer } from 'lucide-react'
import { useTheme } from '#components/shell/theme.tsx'
import { themeChoices } from '#components/shell/theme-menu.tsx'
import { NavLink } from '#components/shell/tree/nav-link.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { SheetDialog } from '#components/ui/open/dialog.tsx'
import { useMe } from '#lib/queries/accounts/account.ts'
import { useCounts } from '#lib/queries/postings/counts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { signOut } from './sign-out.ts'

const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.75, className: 'shrink-0' } as const

/** The lists and pages that have no tab of their own on a phone, the theme, and the way out. */
export function MoreSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('shell')
  const common = useWords('common')
  const isAdmin = useMe().data?.role === 'admin'
  const counts = useCounts().data
  const { theme, setTheme } = useTheme()
  const themes = themeChoices.map(({ value, key, Icon }) => ({
    value,
    name: t(key),
    label: (
      <span className="flex items-center justify-center gap-2">
        <Icon aria-hidden size={16} strokeWidth={1.75} /> {t(key)}
      </span>
    ),
  }))
  const line = { onNavigate: onClose, className: 'h-11 gap-3.5 text-14' } as const
  return (
    <SheetDialog open onOpenChange={onClose} title={t('more')}>
      <nav aria-label={t('pages')} className="-mx-2 grid grid-cols-2 gap-x-2">
        <NavLink href="/?later=1" icon={<Bookmark {...icon} />} count={counts?.later} counts="all" {...line}>
          {t('readLater')}
        </NavLink>
        <NavLink href="/?starred=1" icon={<Star {...icon} />} {...line}>
          {t('starred')}
        </NavLink>
        <NavLink href="/freshness" icon={<Timer {...icon} />} {...line}>
          {t('freshness')}
        </NavLink>
        <NavLink href="/alerts" icon={<Bell {...icon} />} {...line}>
          {t('alerts')}
        </NavLink>
        <NavLink href="/discover" icon={<Compass {...icon} />} {...line}>
          {t('discover')}
        </NavLink>
        <NavLink href="/subscribe" icon={<Plus {...icon} />} {...line}>
          {t('subscribe')}
        </NavLink>
        <NavLink href="/sources" icon={<Rss {...icon} />} {...line}>
          {t('subscriptions')}
        </NavLink>
        <NavLink href="/settings" icon={<Settings {...icon} />} {...line}>
          {t('settings')}
        </NavLink>
        {isAdmin ? (
          <NavLink href="/admin" icon={<Gauge {...icon} />} {...line}>
            {t('admin')}
          </NavLink>
        ) : null}
        <button
          type="button"
          onClick={() => void signOut({ failed: t('signOutFailed'), tryAgain: common('tryAgain') })}
          className="flex h-11 items-center gap-3.5 rounded-2 px-2 text-14 font-[500] text-ink-2 hover:bg-hover hover:text-ink"
        >
          <LogOut {...icon} />
          {t('signOut')}
        </button>
      </nav>
      <Segmented
        label={t('theme')}
        value={theme}
        options={themes}
        onChange={setTheme}
        className="mt-4 grid grid-cols-3"
      />
    </SheetDialog>
  )
}
