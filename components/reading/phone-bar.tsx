'use client'

import { CheckCheck } from 'lucide-react'
import type { PostingFilter } from '#lib/api/postings.ts'
import { Button } from '#components/ui/button.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { NewPostingsBar } from './new-postings-bar.tsx'
import { OrderButton } from './order-button.tsx'

type PhoneBarProps = {
  readonly newPostings: { readonly count: number; readonly sources: number }
  readonly unread: number
  readonly filter: PostingFilter
  readonly onShowNew: () => void
  readonly onChange: (change: Partial<PostingFilter>) => void
  readonly onMarkAllRead: () => void
}

/** What the list's head holds on wide windows, above the tabs where a thumb reaches it. It never comes and goes. */
export function PhoneBar({ newPostings, unread, filter, onShowNew, onChange, onMarkAllRead }: PhoneBarProps) {
  const t = useWords('reading')
  return (
    <div className="flex h-13 shrink-0 items-stretch border-t border-line bg-paper sm:hidden">
      <div className="flex min-w-0 flex-1 items-center">
        {newPostings.count > 0 ? (
          <NewPostingsBar {...newPostings} onShow={onShowNew} />
        ) : (
          <span className="px-5 text-13 text-ink-3">
            {unread === 0 ? t('nothingNew') : t('unreadPostings', { count: unread })}
          </span>
        )}
      </div>
      <Button
        variant="quiet"
        iconOnly
        aria-label={t('markAllRead')}
        onClick={onMarkAllRead}
        className="h-full w-14 rounded-none border-s-line pointer-coarse:h-full pointer-coarse:w-14"
      >
        <CheckCheck aria-hidden size={20} strokeWidth={1.75} />
      </Button>
      <OrderButton
        order={filter.order}
        onChange={(order) => onChange({ order })}
        className="h-full w-14 rounded-none border-s-line pointer-coarse:h-full pointer-coarse:w-14"
      />
    </div>
  )
}
