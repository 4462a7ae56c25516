'use client'

import { memo } from 'react'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { formatUnread } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { ListTools, type ListToolsProps } from './list-tools.tsx'

type ListHeadProps = Omit<ListToolsProps, 'className' | 'iconSize'> & {
  readonly title: string
  readonly unread: number
}

/** Name and tools of the list that is shown. */
export const ListHead = memo(function ListHead({ title, unread, ...tools }: ListHeadProps) {
  const t = useWords('reading')
  const locale = useLocale()
  const shows = [
    { value: 'unread', label: t('showUnread') },
    { value: 'all', label: t('showAll') },
  ] as const
  return (
    <header className="flex h-13 shrink-0 items-center gap-0.5 ps-5 pe-2.5">
      <h1
        dir="auto"
        className="truncate text-[22px]/7 font-[620] tracking-[-0.01em] sm:text-16 sm:font-[600] sm:tracking-normal"
      >
        {title}
      </h1>
      {/* Where the word has no room, it goes into a second line that nobody sees, and is not cut. */}
      <span className="ms-1.5 flex h-5 min-w-0 flex-1 flex-wrap gap-x-1 overflow-hidden text-14/5 text-ink-3 sm:text-13/5">
        <span>{formatUnread(unread, locale)}</span>
        {unread > 0 ? <span className="max-sm:sr-only">{` ${t('unread', { count: unread })}`}</span> : null}
      </span>
      <Segmented
        label={t('whichPostings')}
        value={tools.filter.show}
        options={shows}
        onChange={(show) => tools.onChange({ show })}
      />
      <span className="contents max-sm:hidden">
        <ListTools {...tools} iconSize={16} />
      </span>
    </header>
  )
})
