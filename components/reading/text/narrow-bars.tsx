'use client'

import { ArrowUpRight, Bookmark, Check, ChevronDown, ChevronLeft, CircleDot, Star } from 'lucide-react'
import { Button } from '#components/ui/form/button.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { MoreTool } from '#components/reading/row/more-tool.tsx'
import type { ReadingBarProps } from './reading-bar.tsx'
import { LookTool, ShareTool } from './text-tools.tsx'

const bigIcon = { 'aria-hidden': true, size: 22, strokeWidth: 1.75 } as const

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
          {isRead ? <CircleDot {...bigIcon} /> : <Check {...bigIcon} />}
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
