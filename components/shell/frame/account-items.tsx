'use client'

import { LogOut } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuLine } from '#components/ui/open/menu.tsx'
import { useMe } from '#lib/queries/accounts/account.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { signOut } from './sign-out.ts'
import { ThemeMenu } from '#components/shell/theme-menu.tsx'

type AccountItemsProps = {
  readonly trigger: ReactNode
  /** Where there is no sidebar to hold them. */
  readonly hasPages?: boolean
}

/** Theme and sign-out, and the pages where nothing else leads to them; opens as soon as it is there. */
export function AccountItems({ trigger, hasPages = false }: AccountItemsProps) {
  const t = useWords('shell')
  const common = useWords('common')
  const say = { failed: t('signOutFailed'), tryAgain: common('tryAgain') }
  return (
    <Menu trigger={trigger} align={hasPages ? 'end' : 'start'} defaultOpen>
      {hasPages ? <PageItems /> : null}
      <ThemeMenu />
      <MenuLine />
      <MenuItem onSelect={() => void signOut(say)}>
        <LogOut aria-hidden size={15} strokeWidth={1.75} /> {t('signOut')}
      </MenuItem>
    </Menu>
  )
}

function PageItems() {
  const t = useWords('shell')
  const isAdmin = useMe().data?.role === 'admin'
  return (
    <>
      <MenuItem asChild>
        <Link href="/subscribe">{t('subscribe')}</Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href="/discover">{t('discover')}</Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href="/alerts">{t('alerts')}</Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href="/sources">{t('subscriptions')}</Link>
      </MenuItem>
      {isAdmin ? (
        <MenuItem asChild>
          <Link href="/admin">{t('admin')}</Link>
        </MenuItem>
      ) : null}
      <MenuItem asChild>
        <Link href="/settings">{t('settings')}</Link>
      </MenuItem>
      <MenuLine />
    </>
  )
}
