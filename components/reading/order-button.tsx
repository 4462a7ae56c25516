'use client'

import { ArrowDownWideNarrow } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '#components/ui/button.tsx'
import { OpenLater } from '#components/ui/open-later.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { OrderMenuProps } from './order-menu.tsx'

const OrderMenu = lazy(async () => ({ default: (await import('./order-menu.tsx')).OrderMenu }))

type OrderButtonProps = Omit<OrderMenuProps, 'trigger'> & { readonly className?: string }

export function OrderButton({ className, ...menu }: OrderButtonProps) {
  const t = useWords('reading')
  const trigger = (
    <Button variant="quiet" iconOnly aria-label={t('order')} className={className}>
      <ArrowDownWideNarrow aria-hidden size={16} strokeWidth={1.75} />
    </Button>
  )
  return (
    <OpenLater trigger={trigger}>
      <OrderMenu trigger={trigger} {...menu} />
    </OpenLater>
  )
}
