'use client'

import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { formatUnread } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

/** Of one level, in pixels. */
export const indent = 16

type RowProps = {
  readonly href: string
  readonly rowKey: string
  readonly id: number
  readonly name: string
  readonly unread: number
  readonly depth: number
  readonly isCurrent: boolean
  readonly isTabStop: boolean
  /** The name of the button with what can be done with it. */
  readonly more: string
  readonly lead?: ReactNode
  readonly icon?: ReactNode
  readonly mark?: ReactNode
  readonly className?: string
}

/** One line. Clicks, keys and drags are heard by the tree around: there may be thousands of lines. */
export function Row({
  href,
  rowKey,
  id,
  name,
  unread,
  depth,
  isCurrent,
  isTabStop,
  more,
  ...parts
}: RowProps) {
  const t = useWords('shell')
  const locale = useLocale()
  return (
    <div
      data-row={rowKey}
      data-id={id}
      className="group/row relative flex h-7 items-center pointer-coarse:h-11"
    >
      {parts.lead}
      <a
        href={href}
        draggable
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
        style={{ paddingInlineStart: startOf(depth, parts.lead !== undefined) }}
        className={cn(
          'flex h-full min-w-0 flex-1 items-center gap-[9px] rounded-2 pe-2 font-[450] select-none',
          isCurrent
            ? 'bg-paper font-[600] text-ink shadow-[0_0_0_1px_var(--line)]'
            : 'text-ink-2 hover:bg-hover hover:text-ink',
          unread > 0 && 'text-ink',
          parts.className,
        )}
      >
        {parts.icon}
        <span className="min-w-0 flex-1 truncate">
          <bdi>{name}</bdi>
        </span>
        {parts.mark}
        {unread > 0 ? (
          <span
            className={cn(
              'text-12 font-[500] pointer-fine:group-hover/row:opacity-0',
              isCurrent ? 'font-[600] text-ink' : 'text-ink-3',
            )}
          >
            {formatUnread(unread, locale)}
            <span className="sr-only">{` ${t('unread', { count: unread })}`}</span>
          </span>
        ) : null}
      </a>
      <button
        type="button"
        tabIndex={-1}
        data-more
        aria-haspopup="menu"
        aria-label={more}
        className="grid size-6 shrink-0 place-items-center rounded-1 text-ink-3 hover:bg-pressed hover:text-ink focus-visible:opacity-100 pointer-coarse:size-11 pointer-fine:absolute pointer-fine:end-1 pointer-fine:opacity-0 pointer-fine:group-hover/row:opacity-100"
      >
        <Ellipsis aria-hidden size={15} strokeWidth={1.75} />
      </button>
    </div>
  )
}

/** Pictures of sources stand below the name of their folder; at the top there is no button before them. */
function startOf(depth: number, hasButton: boolean): number {
  if (hasButton) return 31 + depth * indent
  return depth === 0 ? 8 : 31 + (depth - 1) * indent
}
