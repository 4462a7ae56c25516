'use client'

import { memo } from 'react'
import { useWords } from '#lib/words/use-words.tsx'
import { ListTools, type ListToolsProps } from './list-tools.tsx'
import { NewPostingsBar } from './new-postings-bar.tsx'

type PhoneBarProps = Omit<ListToolsProps, 'className' | 'iconSize'> & {
  readonly newPostings: { readonly count: number; readonly sources: number }
  readonly unread: number
  readonly onShowNew: () => void
}

const toolLook = 'h-full w-12 rounded-none border-s-line pointer-coarse:h-full pointer-coarse:w-12'

/** The tools of the list's head, above the tabs where a thumb reaches them. They lie over the list, and go while one scrolls down. */
export const PhoneBar = memo(function PhoneBar({ newPostings, unread, onShowNew, ...tools }: PhoneBarProps) {
  const t = useWords('reading')
  // A phone shows one thing at a time: a list beside its text is the list alone.
  const look = tools.look.layout === 'panes' ? ({ ...tools.look, layout: 'list' } as const) : tools.look
  // Of hits and of what was kept nobody counts what is unread: nothing is said of it.
  const { query, starred, later } = tools.filter
  const isCounted = query === undefined && !starred && !later
  return (
    <div className="absolute inset-x-0 bottom-0 z-10 flex h-13 items-stretch border-t border-line bg-paper transition-transform duration-(--calm) group-data-[bars=away]/list:not-has-[:focus-visible]:translate-y-full motion-reduce:transition-none sm:hidden">
      <div className="flex min-w-0 flex-1 items-center">
        {newPostings.count > 0 ? (
          <NewPostingsBar {...newPostings} onShow={onShowNew} />
        ) : (
          <span className="truncate ps-5 pe-2 text-13 text-ink-3">
            {unread > 0 ? t('unreadPostings', { count: unread }) : null}
            {unread === 0 && isCounted ? t('nothingNew') : null}
          </span>
        )}
      </div>
      <ListTools {...tools} look={look} iconSize={20} className={toolLook} />
    </div>
  )
})
