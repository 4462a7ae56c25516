'use client'

import { lazy, type ComponentProps } from 'react'
import { OpenLater } from '#components/ui/open-later.tsx'

const AccountItems = lazy(async () => ({ default: (await import('./account-items.tsx')).AccountItems }))

type MoreMenuProps = { readonly trigger: ComponentProps<typeof OpenLater>['trigger'] }

/** Pages, theme and sign-out where there is no sidebar to hold them. */
export function MoreMenu({ trigger }: MoreMenuProps) {
  return (
    <OpenLater trigger={trigger}>
      <AccountItems trigger={trigger} hasPages />
    </OpenLater>
  )
}
