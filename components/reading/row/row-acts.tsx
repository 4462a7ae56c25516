import { Check, CircleDot, Star } from 'lucide-react'
import { Button } from '#components/ui/form/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { MoreTool } from './more-tool.tsx'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'

type RowActsProps = {
  readonly posting: PostingItem
  readonly acts: PostingActs
  readonly tabIndex: number
  /** Fingers cannot swipe the row: they have the menu instead. */
  readonly hasTouchMenu: boolean
}

/** Star, read and more, in the place of the time while a mouse or the focus is on the row; for fingers more alone, beside the time. */
export function RowActs({ posting, acts, tabIndex, hasTouchMenu }: RowActsProps) {
  const t = useWords('reading')
  const { isRead, isStarred } = posting
  return (
    <span
      data-row-tools
      className={cn(
        'absolute end-0 top-1/2 z-10 flex -translate-y-1/2 bg-inherit opacity-0 group-hover:opacity-100 focus-within:opacity-100 has-data-[state=open]:opacity-100',
        hasTouchMenu
          ? 'pointer-coarse:relative pointer-coarse:top-0 pointer-coarse:translate-y-0 pointer-coarse:opacity-100'
          : 'pointer-coarse:hidden',
      )}
    >
      <Button
        variant="quiet"
        size="small"
        iconOnly
        tabIndex={tabIndex}
        className="size-6 pointer-coarse:hidden"
        aria-label={isStarred ? t('removeStar') : t('star')}
        aria-pressed={isStarred}
        onClick={() => acts.toggleStar(posting)}
      >
        <Star aria-hidden size={14} strokeWidth={1.75} fill={isStarred ? 'currentColor' : 'none'} />
      </Button>
      <Button
        variant="quiet"
        size="small"
        iconOnly
        tabIndex={tabIndex}
        className="size-6 pointer-coarse:hidden"
        aria-label={isRead ? t('markUnread') : t('markRead')}
        onClick={() => acts.toggleRead(posting)}
      >
        {isRead ? (
          <CircleDot aria-hidden size={14} strokeWidth={1.75} />
        ) : (
          <Check aria-hidden size={14} strokeWidth={1.75} />
        )}
      </Button>
      <MoreTool
        posting={posting}
        acts={acts}
        size="small"
        iconSize={14}
        tabIndex={tabIndex}
        // 44 px for a finger, of which the line gives 20.
        className="size-6 pointer-coarse:-my-3 pointer-coarse:-me-2 pointer-coarse:size-11"
      />
    </span>
  )
}
