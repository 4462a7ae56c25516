'use client'

import {
  ArrowUpRight,
  Bookmark,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronUp,
  CircleDot,
  Star,
  Tag,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Tooltip } from '#components/ui/open/tooltip.tsx'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { KeyAct } from '#components/reading/keys/key-bindings.ts'
import { MoreTool } from '#components/reading/row/more-tool.tsx'
import { LookTool, ShareTool } from './text-tools.tsx'
import { useHotkeys } from '#components/reading/keys/use-hotkey.ts'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'

export type ReadingBarProps = {
  readonly posting: PostingItem
  /** "1 of 428"; '' when the posting is not in the list. */
  readonly place: string
  readonly acts: PostingActs
  readonly onMove: (step: 1 | -1) => void
  readonly onClose: () => void
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** The way back from a text that lies over its list. */
export function BackTool({ onClose }: Pick<ReadingBarProps, 'onClose'>) {
  const t = useWords('reading')
  return (
    <Button variant="quiet" size="small" onClick={onClose} className="-ms-2 me-2">
      <ChevronLeft {...icon} className="rtl:-scale-x-100" />
      {t('backToList')}
    </Button>
  )
}

type WideBarProps = ReadingBarProps & { readonly isOver: boolean }

/** Above the text on wide windows. */
export function ReadingBar({ posting, place, acts, onMove, onClose, isOver }: WideBarProps) {
  const t = useWords('reading')
  const hotkeyOf = useHotkeys()
  const { isStarred, isLater, isRead, url } = posting
  return (
    <div className="flex h-13 shrink-0 items-center gap-0.5 ps-5 pe-3.5 max-lg:hidden">
      {isOver ? <BackTool onClose={onClose} /> : null}
      <Tool name={t('previousPosting')} act="previous" onClick={() => onMove(-1)}>
        <ChevronUp {...icon} />
      </Tool>
      <Tool name={t('nextPosting')} act="next" onClick={() => onMove(1)}>
        <ChevronDown {...icon} />
      </Tool>
      <span className="ms-1.5 flex-1 text-ink-3">{place}</span>
      <Tool
        name={isStarred ? t('removeStar') : t('star')}
        act="star"
        side="bottomEnd"
        isPressed={isStarred}
        onClick={() => acts.toggleStar(posting)}
      >
        <Star {...icon} fill={isStarred ? 'currentColor' : 'none'} />
      </Tool>
      <Tool
        name={isLater ? t('removeLater') : t('readLater')}
        act="later"
        side="bottomEnd"
        isPressed={isLater}
        onClick={() => acts.toggleLater(posting)}
      >
        <Bookmark {...icon} fill={isLater ? 'currentColor' : 'none'} />
      </Tool>
      <Tool name={t('labels')} act="label" side="bottomEnd" onClick={() => acts.label(posting)}>
        <Tag {...icon} fill={posting.labelIds.length > 0 ? 'currentColor' : 'none'} />
      </Tool>
      <Tool
        name={isRead ? t('markUnread') : t('markRead')}
        act="toggleRead"
        side="bottomEnd"
        onClick={() => acts.toggleRead(posting)}
      >
        {isRead ? <CircleDot {...icon} /> : <Check {...icon} />}
      </Tool>
      <LookTool iconSize={16} />
      <ShareTool posting={posting} iconSize={16} />
      <MoreTool posting={posting} acts={acts} iconSize={16} className="pointer-fine:hidden" />
      {url === null ? null : (
        <Tooltip text={t('inNewTab')} hotkey={hotkeyOf('original')} side="bottomEnd">
          <Button asChild size="small" className="ms-2">
            <a href={url} target="_blank" rel="noopener noreferrer">
              {t('openOriginal')}
              <ArrowUpRight aria-hidden size={14} strokeWidth={1.75} className="rtl:-scale-x-100" />
            </a>
          </Button>
        </Tooltip>
      )}
    </div>
  )
}

type ToolProps = {
  readonly name: string
  readonly act: KeyAct
  readonly side?: 'bottom' | 'bottomEnd'
  readonly isPressed?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Tool({ name, act, side = 'bottom', isPressed, onClick, children }: ToolProps) {
  const hotkeyOf = useHotkeys()
  return (
    <Tooltip text={name} hotkey={hotkeyOf(act)} side={side}>
      <Button variant="quiet" iconOnly aria-label={name} aria-pressed={isPressed} onClick={onClick}>
        {children}
      </Button>
    </Tooltip>
  )
}
