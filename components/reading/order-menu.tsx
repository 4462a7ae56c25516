'use client'

import type { ReactNode } from 'react'
import { Menu, MenuChoice } from '#components/ui/menu.tsx'
import type { PostingFilter } from '#lib/api/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'

export type OrderMenuProps = {
  readonly trigger: ReactNode
  readonly order: PostingFilter['order']
  readonly onChange: (order: PostingFilter['order']) => void
}

/** In which order a list stands, and what each order means; opens as soon as it is there. */
export function OrderMenu({ trigger, order, onChange }: OrderMenuProps) {
  const t = useWords('reading')
  const orders = [
    { value: 'newest', label: t('newestFirst'), hint: t('newestFirstHint') },
    { value: 'oldest', label: t('oldestFirst'), hint: t('oldestFirstHint') },
    { value: 'published', label: t('publishedFirst'), hint: t('publishedFirstHint') },
    { value: 'weight', label: t('weightFirst'), hint: t('weightFirstHint') },
    { value: 'source', label: t('bySource'), hint: t('bySourceHint') },
  ] as const
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoice label={t('order')} value={order} options={orders} onChange={onChange} />
    </Menu>
  )
}
