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

/** In which order a list stands; opens as soon as it is there. */
export function OrderMenu({ trigger, order, onChange }: OrderMenuProps) {
  const t = useWords('reading')
  const orders = [
    { value: 'newest', label: t('newestFirst') },
    { value: 'oldest', label: t('oldestFirst') },
  ] as const
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoice label={t('order')} value={order} options={orders} onChange={onChange} />
    </Menu>
  )
}
