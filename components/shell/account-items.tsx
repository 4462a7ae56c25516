'use client'

import { LogOut } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuLine } from '#components/ui/menu.tsx'
import { useMe } from '#lib/queries/account.ts'
import { signOut } from './sign-out.ts'
import { ThemeMenu } from './theme-menu.tsx'

type AccountItemsProps = {
  readonly trigger: ReactNode
  /** Where there is no sidebar to hold them. */
  readonly hasPages?: boolean
}

/** Theme and sign-out, and the pages where nothing else leads to them; opens as soon as it is there. */
export function AccountItems({ trigger, hasPages = false }: AccountItemsProps) {
  return (
    <Menu trigger={trigger} align={hasPages ? 'end' : 'start'} defaultOpen>
      {hasPages ? <PageItems /> : null}
      <ThemeMenu />
      <MenuLine />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden size={15} strokeWidth={1.75} /> Sign out
      </MenuItem>
    </Menu>
  )
}

function PageItems() {
  const isAdmin = useMe().data?.role === 'admin'
  return (
    <>
      <MenuItem asChild>
        <Link href="/sources">Subscriptions</Link>
      </MenuItem>
      {isAdmin ? (
        <MenuItem asChild>
          <Link href="/admin">Admin</Link>
        </MenuItem>
      ) : null}
      <MenuItem asChild>
        <Link href="/settings">Settings</Link>
      </MenuItem>
      <MenuLine />
    </>
  )
}
