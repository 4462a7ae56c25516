'use client'

import { type ComponentProps } from 'react'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { OpenLater } from '#components/ui/open/open-later.tsx'

const AccountItems = lazyPart(async () => (await import('./account-items.tsx')).AccountItems)

type MoreMenuProps = { readonly trigger: ComponentProps<typeof OpenLater>['trigger'] }

/** Pages, theme and sign-out where there is no sidebar to hold them. */
export function MoreMenu({ trigger }: MoreMenuProps) {
  return (
    <OpenLater trigger={trigger}>
      <AccountItems trigger={trigger} hasPages />
    </OpenLater>
  )
}
