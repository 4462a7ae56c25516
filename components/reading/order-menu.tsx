'use client'

import type { ReactNode } from 'react'
import { Menu, MenuChoice } from '#components/ui/menu.tsx'
import type { PostingFilter } from '#lib/api/postings.ts'

const orders = [
  { value: 'newest', label: 'Newest found first' },
  { value: 'oldest', label: 'Oldest found first' },
] as const

export type OrderMenuProps = {
  readonly trigger: ReactNode
  readonly order: PostingFilter['order']
  readonly onChange: (order: PostingFilter['order']) => void
}

/** In which order a list stands; opens as soon as it is there. */
export function OrderMenu({ trigger, order, onChange }: OrderMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoice label="Order" value={order} options={orders} onChange={onChange} />
    </Menu>
  )
}
