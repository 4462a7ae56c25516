'use client'

import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Trace } from '#components/ui/chart/trace.tsx'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { useChangeSetting } from '#lib/queries/accounts/settings.ts'
import { formatDelay } from '#lib/api/postings/format-delay.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

type FirstFindProps = {
  readonly posting: PostingItem
  /** Opened by its row, it has been seen as well. */
  readonly isOpen: boolean
  readonly onOpen: (id: string) => void
}

/**
 * A line above the list, once for each account: how soon the first posting was found that came after its reader subscribed. It
 * stays until the reader opens the posting or closes the line, on whatever device.
 */
export function FirstFind({ posting, isOpen, onOpen }: FirstFindProps) {
  const t = useWords('reading')
  const locale = useLocale()
  const { mutate } = useChangeSetting()
  const end = () => mutate({ isFirstFindSaid: true })
  useEffect(() => {
    if (isOpen) mutate({ isFirstFindSaid: true })
  }, [isOpen, mutate])
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 items-center border-b border-line bg-fresh-wash text-fresh"
    >
      <button
        type="button"
        onClick={() => {
          end()
          onOpen(posting.id)
        }}
        className="flex min-w-0 flex-1 items-center gap-2.5 py-2 ps-5 text-start text-13 font-[550] outline-offset-[-2px] pointer-coarse:min-h-11"
      >
        <Trace delay={posting.delay} />
        <span>{t('firstFind', { duration: formatDelay(posting.delay, locale) })}</span>
      </button>
      <button
        type="button"
        aria-label={t('firstFindClose')}
        onClick={end}
        className="grid size-9 shrink-0 place-items-center outline-offset-[-2px] pointer-coarse:size-11"
      >
        <X aria-hidden size={16} strokeWidth={1.75} />
      </button>
    </div>
  )
}
