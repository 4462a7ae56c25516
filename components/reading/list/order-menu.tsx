'use client'

import type { ReactNode } from 'react'
import { Menu, MenuChoice, MenuLine } from '#components/ui/open/menu.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeListSettings, useListSettings } from '#lib/queries/postings/list-settings.ts'
import { formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { ListOrder } from '#components/reading/items/list-order.ts'

type OrderMenuProps = {
  readonly trigger: ReactNode
  readonly order: ListOrder
  /** Hits of a search may stand by how well they match. */
  readonly hasBest: boolean
  /** The young stand by weight in another way, and how young they are is chosen here. */
  readonly isFresh: boolean
  readonly onChange: (order: ListOrder) => void
}

/** In which order a list stands, and what each order means; opens as soon as it is there. */
export function OrderMenu({ trigger, order, hasBest, isFresh, onChange }: OrderMenuProps) {
  const t = useWords('reading')
  const ofHits = [{ value: 'best', label: t('bestFirst') }] as const
  const ofLists = [
    { value: 'published', label: t('publishedFirst'), hint: t('publishedFirstHint') },
    {
      value: 'weight',
      label: isFresh ? t('freshFirst') : t('weightFirst'),
      hint: isFresh ? t('freshFirstHint') : t('weightFirstHint'),
    },
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
      {isFresh ? <Minutes /> : null}
    </Menu>
  )
}

const minutes = ['10', '15', '30', '60', '120', '360'] as const

/** The greatest age of postings in the fresh list. */
function Minutes() {
  const t = useWords('reading')
  const locale = useLocale()
  const { freshMinutes } = useListSettings().options
  const change = useChangeListSettings()
  const choose = (chosen: string) =>
    change.mutate(
      { options: { freshMinutes: Number(chosen) } },
      { onError: (error) => showError(t('notSaved'), error) },
    )
  return (
    <>
      <MenuLine />
      <MenuChoice
        label={t('youngerThan')}
        value={String(freshMinutes)}
        options={minutes.map((value) => ({ value, label: formatDuration(Number(value) * 60_000, locale) }))}
        onChange={choose}
      />
    </>
  )
}
