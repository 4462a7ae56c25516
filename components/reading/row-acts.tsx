import { Ellipsis, Mail, MailOpen, Star } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '#components/ui/button.tsx'
import { OpenLater } from '#components/ui/open-later.tsx'
import type { PostingItem } from '#lib/api/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { PostingActs } from './use-posting-acts.ts'

const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }))

type RowActsProps = { readonly posting: PostingItem; readonly acts: PostingActs; readonly tabIndex: number }

/** Star and read, in the place of the time while a mouse or the focus is on the row. */
export function RowActs({ posting, acts, tabIndex }: RowActsProps) {
  const t = useWords('reading')
  const { isRead, isStarred } = posting
  const more = (
    <Button
      variant="quiet"
      size="small"
      iconOnly
      tabIndex={tabIndex}
      className="size-6"
      aria-label={t('markFromHere')}
    >
      <Ellipsis aria-hidden size={14} strokeWidth={1.75} />
    </Button>
  )
  return (
    <span className="absolute end-0 top-1/2 z-10 flex -translate-y-1/2 bg-inherit opacity-0 group-hover:opacity-100 focus-within:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:hidden">
      <Button
        variant="quiet"
        size="small"
        iconOnly
        tabIndex={tabIndex}
        className="size-6"
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
        className="size-6"
        aria-label={isRead ? t('markUnread') : t('markRead')}
        onClick={() => acts.toggleRead(posting)}
      >
        {isRead ? (
          <Mail aria-hidden size={14} strokeWidth={1.75} />
        ) : (
          <MailOpen aria-hidden size={14} strokeWidth={1.75} />
        )}
      </Button>
      <OpenLater trigger={more}>
        <RowMenu trigger={more} id={posting.id} acts={acts} />
      </OpenLater>
    </span>
  )
}
