'use client'

import { Activity, Bell, Gauge, LogOut, Rss, Settings } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuLine } from '#components/ui/open/menu.tsx'
import { useMe } from '#lib/queries/accounts/account.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { signOut } from './sign-out.ts'
import { ThemeMenu } from '#components/shell/theme-menu.tsx'

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.75 } as const

const pages = [
  { href: '/alerts', name: 'alerts', icon: <Bell {...icon} /> },
  { href: '/sources', name: 'subscriptions', icon: <Rss {...icon} /> },
  { href: '/freshness', name: 'freshness', icon: <Activity {...icon} /> },
  { href: '/settings', name: 'settings', icon: <Settings {...icon} /> },
] as const

type AccountItemsProps = { readonly trigger: ReactNode; readonly align: 'start' | 'end' }

/** The pages beside the lists, theme and sign-out; opens as soon as it is there. */
export function AccountItems({ trigger, align }: AccountItemsProps) {
  const t = useWords('shell')
  const common = useWords('common')
  const isAdmin = useMe().data?.role === 'admin'
  const say = { failed: t('signOutFailed'), tryAgain: common('tryAgain') }
  return (
    <Menu trigger={trigger} align={align} defaultOpen>
      {pages.map(({ href, name, icon: drawn }) => (
        <MenuItem key={href} asChild>
          <Link href={href} prefetch={false}>
            {drawn} {t(name)}
          </Link>
        </MenuItem>
      ))}
      {isAdmin ? (
        <MenuItem asChild>
          <Link href="/admin" prefetch={false}>
            <Gauge {...icon} /> {t('admin')}
          </Link>
        </MenuItem>
      ) : null}
      <MenuLine />
      <ThemeMenu />
      <MenuLine />
      <MenuItem onSelect={() => void signOut(say)}>
        <LogOut {...icon} /> {t('signOut')}
      </MenuItem>
    </Menu>
  )
}
