'use client'

import { CheckCheck } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import type { PostingFilter } from '#lib/api/postings.ts'
import { formatUnread } from '#lib/format.ts'
import { OrderButton } from './order-button.tsx'

type ListHeadProps = {
  readonly title: string
  readonly unread: number
  readonly filter: PostingFilter
  readonly onChange: (change: Partial<PostingFilter>) => void
  readonly onMarkAllRead: () => void
}

const shows = [
  { value: 'unread', label: 'Unread' },
  { value: 'all', label: 'All' },
] as const

/** Name and tools of the list that is shown. */
export function ListHead({ title, unread, filter, onChange, onMarkAllRead }: ListHeadProps) {
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 pr-2.5 pl-5">
      <h1 className="truncate text-[22px]/7 font-[620] tracking-[-0.01em] sm:text-16 sm:font-[600] sm:tracking-normal">
        {title}
      </h1>
      <span className="ml-1.5 min-w-0 flex-1 truncate text-14 text-ink-3 sm:text-13">
        {formatUnread(unread)}
        {unread > 0 ? <span className="max-sm:sr-only"> unread</span> : null}
      </span>
      <Segmented
        label="Which postings"
        value={filter.show}
        options={shows}
        onChange={(show) => onChange({ show })}
      />
      <span className="contents max-sm:hidden">
        <OrderButton order={filter.order} onChange={(order) => onChange({ order })} />
        <Tooltip text="Mark all as read" hotkey="⇧ A">
          <Button variant="quiet" iconOnly aria-label="Mark all as read" onClick={onMarkAllRead}>
            <CheckCheck aria-hidden size={16} strokeWidth={1.75} />
          </Button>
        </Tooltip>
      </span>
    </header>
  )
}
