'use client'

import { CheckCheck } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import type { PostingFilter } from '#lib/api/postings.ts'
import { formatUnread } from '#lib/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { OrderButton } from './order-button.tsx'

type ListHeadProps = {
  readonly title: string
  readonly unread: number
  readonly filter: PostingFilter
  readonly onChange: (change: Partial<PostingFilter>) => void
  readonly onMarkAllRead: () => void
}

/** Name and tools of the list that is shown. */
export function ListHead({ title, unread, filter, onChange, onMarkAllRead }: ListHeadProps) {
  const t = useWords('reading')
  const locale = useLocale()
  const shows = [
    { value: 'unread', label: t('showUnread') },
    { value: 'all', label: t('showAll') },
  ] as const
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 ps-5 pe-2.5">
      <h1
        dir="auto"
        className="truncate text-[22px]/7 font-[620] tracking-[-0.01em] sm:text-16 sm:font-[600] sm:tracking-normal"
      >
        {title}
      </h1>
      <span className="ms-1.5 min-w-0 flex-1 truncate text-14 text-ink-3 sm:text-13">
        {formatUnread(unread, locale)}
        {unread > 0 ? <span className="max-sm:sr-only">{` ${t('unread')}`}</span> : null}
      </span>
      <Segmented
        label={t('whichPostings')}
        value={filter.show}
        options={shows}
        onChange={(show) => onChange({ show })}
      />
      <span className="contents max-sm:hidden">
        <OrderButton order={filter.order} onChange={(order) => onChange({ order })} />
        <Tooltip text={t('markAllRead')} hotkey="⇧ A" side="bottomEnd">
          <Button variant="quiet" iconOnly aria-label={t('markAllRead')} onClick={onMarkAllRead}>
            <CheckCheck aria-hidden size={16} strokeWidth={1.75} />
          </Button>
        </Tooltip>
      </span>
    </header>
  )
}
