'use client'

import {
  ArrowUpRight,
  Bookmark,
  ChevronDown,
  ChevronLeft,
  ChevronUp,
  Mail,
  MailOpen,
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
const bigIcon = { 'aria-hidden': true, size: 22, strokeWidth: 1.75 } as const

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
        {isRead ? <Mail {...icon} /> : <MailOpen {...icon} />}
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

/** Above the text on narrow windows: where this is, and the way out to the publisher. */
export function NarrowReadingHead({ posting, place, title }: ReadingBarProps & { readonly title: string }) {
  const t = useWords('reading')
  return (
    <div className="flex h-11 shrink-0 items-center border-b border-line ps-5 pe-1.5 lg:hidden">
      <span className="min-w-0 flex-1 truncate text-13 font-[500] text-ink-3">
        {place === '' ? title : t('placeIn', { place, list: title })}
      </span>
      <LookTool iconSize={20} />
      <ShareTool posting={posting} iconSize={20} />
      {posting.url === null ? null : (
        <Button variant="quiet" asChild className="text-13">
          <a href={posting.url} target="_blank" rel="noopener noreferrer">
            {t('original')}
            <ArrowUpRight aria-hidden size={16} strokeWidth={1.75} className="rtl:-scale-x-100" />
          </a>
        </Button>
      )}
    </div>
  )
}

/** Below the text on narrow windows, under the thumb. */
export function NarrowReadingBar({ posting, acts, onMove, onClose }: ReadingBarProps) {
  const t = useWords('reading')
  const { isStarred, isLater, isRead } = posting
  return (
    <div className="flex shrink-0 items-center gap-1 border-t border-line bg-paper px-2.5 pt-2 pb-[max(8px,env(safe-area-inset-bottom))] lg:hidden">
      <Button variant="quiet" size="large" iconOnly aria-label={t('backToList')} onClick={onClose}>
        <ChevronLeft {...bigIcon} className="rtl:-scale-x-100" />
      </Button>
      <span className="flex flex-1 justify-evenly">
        <Button
          variant="quiet"
          size="large"
          iconOnly
          aria-label={isStarred ? t('removeStar') : t('star')}
          aria-pressed={isStarred}
          onClick={() => acts.toggleStar(posting)}
        >
          <Star {...bigIcon} fill={isStarred ? 'currentColor' : 'none'} />
        </Button>
        <Button
          variant="quiet"
          size="large"
          iconOnly
          aria-label={isLater ? t('removeLater') : t('readLater')}
          aria-pressed={isLater}
          onClick={() => acts.toggleLater(posting)}
        >
          <Bookmark {...bigIcon} fill={isLater ? 'currentColor' : 'none'} />
        </Button>
        <Button
          variant="quiet"
          size="large"
          iconOnly
          aria-label={isRead ? t('markUnread') : t('markRead')}
          onClick={() => acts.toggleRead(posting)}
        >
          {isRead ? <Mail {...bigIcon} /> : <MailOpen {...bigIcon} />}
        </Button>
        <MoreTool posting={posting} acts={acts} size="large" iconSize={22} />
      </span>
      <Button
        size="large"
        className="rounded-full px-9 max-[389px]:px-5 max-[359px]:px-3"
        onClick={() => onMove(1)}
      >
        <span className="max-[359px]:sr-only">{t('next')}</span>
        <ChevronDown aria-hidden size={18} strokeWidth={1.75} />
      </Button>
    </div>
  )
}
