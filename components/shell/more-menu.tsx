'use client'

import { LogOut } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuLine } from '#components/ui/menu.tsx'
import { useMe } from '#lib/queries/account.ts'
import { ThemeChoice } from './account-menu.tsx'
import { signOut } from './sign-out.ts'

/** Pages, theme and sign-out where there is no sidebar to hold them. */
export function MoreMenu({ trigger }: { readonly trigger: ReactNode }) {
  const isAdmin = useMe().data?.role === 'admin'
  return (
    <Menu trigger={trigger}>
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
      <ThemeChoice />
      <MenuLine />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden size={15} strokeWidth={1.75} /> Sign out
      </MenuItem>
    </Menu>
  )
}
