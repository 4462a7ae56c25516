'use client'

import { Check, Star } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { Marked } from '#components/ui/marked.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import { FreshnessBadge } from '#components/ui/trace.tsx'
import type { PostingItem } from '#lib/api/postings.ts'
import type { PostingMarks } from '#lib/api/search.ts'
import { useSettings } from '#lib/queries/settings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { AlsoInLine } from './also-in.tsx'
import { RowActs } from './row-acts.tsx'
import { SwipeRow } from './swipe-row.tsx'
import type { PostingActs } from './use-posting-acts.ts'

type PostingRowProps = {
  readonly posting: PostingItem
  /** Where it has what was searched. */
  readonly marks?: PostingMarks | undefined
  /** Address of this list with the posting open. */
  readonly href: string
  /** Counted from 1. */
  readonly position: number
  /** -1: not known yet. */
  readonly total: number
  readonly isOpen: boolean
  /** Where the reader is. */
  readonly isCursor: boolean
  /** The one row that the Tab key stops at. */
  readonly isTabStop: boolean
  readonly onOpen: (id: string) => void
  readonly acts: PostingActs
}

/** A posting in the list: source, freshness and time in fixed columns, then the publisher's words. */
export function PostingRow(props: PostingRowProps) {
  const { posting, acts, isOpen, isCursor } = props
  const { id, isRead, isStarred } = posting
  const t = useWords('reading')
  const { density } = useSettings() // of windows with a mouse: phones always have the roomy rows
  return (
    <SwipeRow
      right={{
        label: isRead ? t('unreadState') : t('readState'),
        icon: <Check size={20} strokeWidth={1.75} />,
        run: () => acts.swipeRead(posting),
      }}
      left={{
        label: isStarred ? t('removeStar') : t('star'),
        icon: <Star size={20} strokeWidth={1.75} />,
        run: () => acts.swipeStar(posting),
      }}
    >
      <article
        aria-posinset={props.position}
        aria-setsize={props.total}
        aria-labelledby={`title-${id}`}
        data-density={density}
        className={cn(
          'group relative grid grid-cols-[18px_minmax(0,1fr)] border-b border-line py-[11px] ps-4 pe-5 sm:grid-cols-[20px_minmax(0,1fr)] sm:py-[9px] sm:ps-5 sm:data-[density=compact]:py-1 sm:data-[density=roomy]:py-[13px]',
          'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
          isOpen || isCursor
            ? 'bg-paper before:absolute before:inset-y-0 before:start-0 before:w-[3px] before:bg-ink'
            : 'hover:bg-hover',
        )}
      >
        <Dot posting={posting} />
        <div className={cn('min-w-0', posting.imageUrl !== null && 'max-sm:min-h-[114px]')}>
          <MetaLine {...props} />
          <Words {...props} />
        </div>
      </article>
    </SwipeRow>
  )
}

const JUST_FOUND_MS = 15 * 60_000

/** Full: unread and found within 15 min; ring: older and unread; none: read. */
function Dot({ posting }: { readonly posting: PostingItem }) {
  const t = useWords('reading')
  const { nowMs } = useClock()
  if (posting.isRead) return <span />
  const isJustFound = nowMs - Date.parse(posting.foundAt) < JUST_FOUND_MS
  return (
    <span
      className={cn(
        'mt-1.5 size-2 rounded-full',
        isJustFound ? 'bg-fresh-solid' : 'bg-fresh-soft shadow-[inset_0_0_0_1.5px_var(--fresh-solid)]',
      )}
    >
      <span className="sr-only">{t('unreadState')}</span>
    </span>
  )
}

function MetaLine({ posting, isTabStop, acts }: PostingRowProps) {
  const t = useWords('reading')
  const { isRead, isStarred } = posting
  return (
    <div className="flex h-5 min-w-0 items-center gap-[7px] text-12 font-[500] text-ink-2 max-sm:text-13">
      <SourceAvatar
        title={posting.sourceTitle}
        iconUrl={posting.sourceIconUrl}
        className={isRead ? 'opacity-75' : undefined}
      />
      <span dir="auto" className="min-w-0 truncate">
        {posting.sourceTitle}
      </span>
      {isStarred ? (
        <Star role="img" aria-label={t('starred')} size={12} fill="currentColor" className="shrink-0" />
      ) : null}
      {posting.editedAt === null ? null : (
        <span className="rounded-[4px] border border-line-strong px-1 text-11/[14px] font-[550]">
          {t('updated')}
        </span>
      )}
      <span className="flex-1" />
      <FreshnessBadge delay={posting.delay} isRead={isRead} />
      <span className="relative ms-0.5 min-w-[42px] text-end">
        <Time
          at={posting.shownAt}
          show="clock"
          className="text-ink-3 group-hover:opacity-0 pointer-coarse:group-hover:opacity-100"
        />
        <RowActs posting={posting} acts={acts} tabIndex={isTabStop ? 0 : -1} />
      </span>
    </div>
  )
}

function Words({ posting, marks, href, isOpen, isTabStop, onOpen }: PostingRowProps) {
  const t = useWords('reading')
  const { id, isRead, imageUrl, language } = posting
  const excerpt = marks?.snippet?.text ?? posting.excerpt
  const openHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <div className={cn(imageUrl !== null && 'max-sm:pe-[92px]')}>
      <h2
        id={`title-${id}`}
        dir="auto"
        lang={language ?? undefined}
        className={cn(
          'mt-0.5 line-clamp-3 font-text text-[17px]/[23px] tracking-[-0.004em] text-pretty wrap-anywhere sm:line-clamp-2 sm:text-[16px]/[22px] sm:group-data-[density=compact]:line-clamp-1',
          isRead ? 'font-[420] text-ink-2' : 'font-[600]',
          isOpen && 'text-ink',
        )}
      >
        {/* The link covers the row: pressing anywhere opens it, and there is one thing to focus. */}
        <a
          id={`posting-${id}`}
          href={href}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={isOpen ? 'true' : undefined}
          onClick={openHere}
          className="outline-none before:absolute before:inset-0"
        >
          {posting.title ? <Marked text={posting.title} marks={marks?.title} /> : t('untitled')}
        </a>
      </h2>
      {excerpt === '' ? null : (
        <p
          dir="auto"
          lang={language ?? undefined}
          className="mt-px font-text text-[14.5px]/[21px] text-ink-2 max-sm:line-clamp-2 sm:truncate sm:text-[13.5px]/5 sm:group-data-[density=compact]:hidden sm:group-data-[density=roomy]:line-clamp-2 sm:group-data-[density=roomy]:whitespace-normal"
        >
          <Marked text={excerpt} marks={marks?.snippet?.marks ?? marks?.excerpt} />
        </p>
      )}
      <AlsoInLine others={posting.alsoIn} />
      {imageUrl === null ? null : <Picture url={imageUrl} />}
    </div>
  )
}

function Picture({ url }: { readonly url: string }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return null
  return (
    <picture className="contents">
      <img
        src={url}
        alt=""
        width={76}
        height={76}
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
        className="absolute end-5 top-[38px] size-[76px] rounded-2 bg-line object-cover sm:hidden"
      />
    </picture>
  )
}
