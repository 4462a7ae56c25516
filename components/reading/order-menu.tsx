'use client'

import type { ReactNode } from 'react'
import { Menu, MenuChoice } from '#components/ui/menu.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { ListOrder } from './list-order.ts'

export type OrderMenuProps = {
  readonly trigger: ReactNode
  readonly order: ListOrder
  /** Hits of a search may stand by how well they match. */
  readonly hasBest: boolean
  readonly onChange: (order: ListOrder) => void
}

/** In which order a list stands, and what each order means; opens as soon as it is there. */
export function OrderMenu({ trigger, order, hasBest, onChange }: OrderMenuProps) {
  const t = useWords('reading')
  const ofHits = [{ value: 'best', label: t('bestFirst') }] as const
  const ofLists = [
    { value: 'published', label: t('publishedFirst'), hint: t('publishedFirstHint') },
    { value: 'weight', label: t('weightFirst'), hint: t('weightFirstHint') },
    { value: 'source', label: t('bySource'), hint: t('bySourceHint') },
  ] as const
  const orders = [
    { value: 'newest', label: t('newestFirst'), hint: t('newestFirstHint') },
    { value: 'oldest', label: t('oldestFirst'), hint: t('oldestFirstHint') },
    ...(hasBest ? ofHits : ofLists),
  ] as const
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoice label={t('order')} value={order} options={orders} onChange={onChange} />
    </Menu>
  )
}
