'use client'

import { ArrowDownWideNarrow, CheckCheck, ChevronDown } from 'lucide-react'
import { Button } from '#components/ui/form/button.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { OpenLater } from '#components/ui/open/open-later.tsx'
import { Tooltip } from '#components/ui/open/tooltip.tsx'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { ListLook } from '#components/reading/items/list-look.ts'
import { orderFilter, orderOf } from '#components/reading/items/list-order.ts'
import { useHotkeys } from '#components/reading/keys/use-hotkey.ts'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'
import { layoutIcons } from './layout-icons.ts'

const LayoutMenu = lazyPart(async () => (await import('./layout-menu.tsx')).LayoutMenu)
const OrderMenu = lazyPart(async () => (await import('./order-menu.tsx')).OrderMenu)
const MarkMenu = lazyPart(async () => (await import('./mark-menu.tsx')).MarkMenu)

export type ListToolsProps = {
  readonly filter: PostingListFilter
  readonly look: ListLook
  readonly acts: PostingActs
  readonly onChange: (change: Partial<PostingListFilter>) => void
  readonly onChangeLook: (look: Partial<ListLook>) => void
  /** Of each button. */
  readonly className?: string
  readonly iconSize: number
}

/** The acts on a list as a whole: layout, order, mark as read. */
export function ListTools(props: ListToolsProps) {
  const { filter, look, acts, onChange, onChangeLook, className, iconSize } = props
  const t = useWords('reading')
  const hotkeyOf = useHotkeys()
  const icon = { 'aria-hidden': true, size: iconSize, strokeWidth: 1.75 } as const
  const LayoutIcon = layoutIcons[look.layout]
  const tool = { variant: 'quiet', iconOnly: true, className: className ?? '' } as const
  const layout = (
    <Button {...tool} aria-label={t('layout')}>
      <LayoutIcon {...icon} className={look.layout === 'panes' ? 'rtl:-scale-x-100' : undefined} />
    </Button>
  )
  const order = (
    <Button {...tool} aria-label={t('order')}>
      <ArrowDownWideNarrow {...icon} />
    </Button>
  )
  const more = (
    <Button {...tool} aria-label={t('markOlder')} className={className ?? 'w-5 pointer-coarse:w-11'}>
      <ChevronDown aria-hidden size={14} strokeWidth={1.75} />
    </Button>
  )
  return (
    <>
      <Tooltip text={t('layout')} side="bottomEnd">
        <OpenLater trigger={layout}>
          <LayoutMenu trigger={layout} look={look} onChange={onChangeLook} />
        </OpenLater>
      </Tooltip>
      <Tooltip text={t('order')} side="bottomEnd">
        <OpenLater trigger={order}>
          <OrderMenu
            trigger={order}
            order={orderOf(filter)}
            hasBest={filter.query !== undefined}
            isFresh={filter.freshMinutes !== undefined}
            onChange={(chosen) => onChange(orderFilter(chosen))}
          />
        </OpenLater>
      </Tooltip>
      <Tooltip text={t('markAllRead')} hotkey={hotkeyOf('markAll')} side="bottomEnd">
        <Button {...tool} aria-label={t('markAllRead')} onClick={acts.markAllRead}>
          <CheckCheck {...icon} />
        </Button>
      </Tooltip>
      <Tooltip text={t('markOlder')} side="bottomEnd">
        <OpenLater trigger={more}>
          <MarkMenu trigger={more} acts={acts} />
        </OpenLater>
      </Tooltip>
    </>
  )
}
