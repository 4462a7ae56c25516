'use client'

import type { ReactNode } from 'react'
import { Menu, MenuChoice } from '#components/ui/menu.tsx'
import type { ViewItem } from '#lib/api/search.ts'
import { useWords } from '#lib/words/use-words.tsx'

export type OrderMenuProps = {
  readonly trigger: ReactNode
  readonly order: ViewItem['order']
  /** Hits of a search may stand by how well they match. */
  readonly hasBest: boolean
  readonly onChange: (order: ViewItem['order']) => void
}

/** In which order a list stands; opens as soon as it is there. */
export function OrderMenu({ trigger, order, hasBest, onChange }: OrderMenuProps) {
  const t = useWords('reading')
  const orders = [
    { value: 'newest', label: t('newestFirst') },
    { value: 'oldest', label: t('oldestFirst') },
    ...(hasBest ? [{ value: 'best', label: t('bestFirst') } as const] : []),
  ] as const
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoice label={t('order')} value={order} options={orders} onChange={onChange} />
    </Menu>
  )
}
