'use client'

import { Star } from 'lucide-react'
import { Suspense, useDeferredValue, type MouseEvent } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { Marked } from '#components/ui/marked.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import { FreshnessBadge } from '#components/ui/chart/trace.tsx'
import type { ListDensity } from '#lib/api/lists/list-settings.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { FeedRowProps } from './feed-row.ts'
import { RowActs } from './row-acts.tsx'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'

// Few postings have labels.
const RowLabels = lazyPart(async () => (await import('./rare-parts.ts')).RowLabels)
// Of the fresh list alone.
const CheckRing = lazyPart(async () => (await import('./fresh-parts.ts')).CheckRing)

const JUST_FOUND_MS = 15 * 60_000

/** Full: unread and found within 15 min; ring: older and unread; none: read. */
export function Dot({ posting }: { readonly posting: PostingItem }) {
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

/** Nobody can say when it came: it was there when its source was read first, and has no date. */
export function isUndated({ delay, publishedAt }: PostingItem): boolean {
  return delay.kind === 'initial' && publishedAt === null
}

type MetaLineProps = {
  readonly posting: PostingItem
  /** The one row that the Tab key stops at. */
  readonly isTabStop: boolean
  readonly density: ListDensity
  readonly isFresh: boolean
  /** False where the badge has another place. */
  readonly hasBadge?: boolean
  /** Set where fingers cannot swipe. */
  readonly hasTouchMenu?: boolean
  readonly acts: PostingActs
}

/** Source, freshness and time. */
export function MetaLine({
  posting,
  isTabStop,
  acts,
  density,
  isFresh,
  hasBadge = !isFresh,
  hasTouchMenu = false,
}: MetaLineProps) {
  const t = useWords('reading')
  const { isRead, isStarred } = posting
  const isCompact = density === 'compact'
  // A picture takes so much of a narrow list that the name of the feed would be cut.
  const isTight = !isCompact && posting.imageUrl !== null
  // Nobody sees them yet: rows come without their buttons, which follow when there is time.
  const hasActs = useDeferredValue(true, false)
  return (
    <div
      className={cn(
        'flex h-5 min-w-0 items-center gap-[7px] text-12 font-[500] text-ink-2 max-sm:text-13',
        isCompact && 'sm:contents',
      )}
    >
      <span className="relative shrink-0">
        <SourceAvatar
          title={posting.sourceTitle}
          iconUrl={posting.sourceIconUrl}
          className={isRead ? 'opacity-75' : undefined}
        />
        {isFresh ? (
          <Suspense>
            <CheckRing sourceId={posting.sourceId} />
          </Suspense>
        ) : null}
      </span>
      <span
        dir="auto"
        className={cn(
          'min-w-0 truncate',
          isCompact &&
            'sm:w-[120px] sm:shrink-0 sm:text-12 sm:font-[500] sm:text-ink-2 sm:@max-xl:w-16 sm:@max-[27rem]:sr-only',
        )}
      >
        {posting.sourceTitle}
      </span>
      {isStarred ? (
        <Star role="img" aria-label={t('starred')} size={12} fill="currentColor" className="shrink-0" />
      ) : null}
      {posting.labelIds.length > 0 ? (
        <Suspense>
          <RowLabels labelIds={posting.labelIds} />
        </Suspense>
      ) : null}
      {posting.editedAt === null ? null : (
        <span className="rounded-[4px] border border-line-strong px-1 text-11/[14px] font-[550]">
          {t('updated')}
        </span>
      )}
      <span className={cn('flex-1', isCompact && 'sm:hidden')} />
      {hasBadge ? (
        <FreshnessBadge
          delay={posting.delay}
          isRead={isRead}
          {...(isCompact ? { className: compactBadge } : {})}
          {...(isTight ? { className: tightBadge } : {})}
        />
      ) : null}
      <span
        className={cn(
          'group/time relative ms-0.5 min-w-[42px] text-end',
          // The tools need so much: less, and they would lie over the words of the badge, or over the title.
          isCompact ? 'sm:order-6 sm:shrink-0 sm:text-12' : 'pointer-fine:min-w-18',
          isTight && 'pointer-fine:@max-[30rem]:min-w-[42px]',
          isCompact && posting.delay.kind === 'initial' && 'sm:min-w-18',
          hasTouchMenu && 'pointer-coarse:flex pointer-coarse:items-center',
        )}
      >
        {isUndated(posting) ? null : (
          <Time
            at={posting.shownAt}
            show={isFresh ? 'relative' : 'clock'}
            className="whitespace-nowrap text-ink-3 group-hover:opacity-0 pointer-coarse:group-hover:opacity-100 pointer-fine:group-focus-within/time:opacity-0"
          />
        )}
        {hasActs || hasTouchMenu ? (
          <RowActs posting={posting} acts={acts} hasTouchMenu={hasTouchMenu} tabIndex={isTabStop ? 0 : -1} />
        ) : null}
      </span>
    </div>
  )
}

/** The tools lie where the words of the badge end. */
const tightBadge =
  'pointer-fine:@max-[30rem]:group-hover:opacity-0 pointer-fine:@max-[30rem]:group-has-[[data-row-tools]:focus-within]:opacity-0'

/** A narrow list has room for the words alone, and what the tools need comes first. */
const compactBadge = 'sm:order-5 sm:@max-xl:[&>svg]:hidden sm:pointer-fine:group-hover:opacity-0'

type OpenLinkProps = Pick<FeedRowProps, 'posting' | 'marks' | 'href' | 'isOpen' | 'isTabStop' | 'onOpen'>

/** The title, as a link that covers its row: pressing anywhere opens it, and there is one thing to focus. */
export function OpenLink({
  posting: { id, title, excerpt },
  marks,
  href,
  isOpen,
  isTabStop,
  onOpen,
}: OpenLinkProps) {
  const t = useWords('reading')
  const openHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <a
      id={`posting-${id}`}
      href={href}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isOpen ? 'true' : undefined}
      onClick={openHere}
      className="outline-none before:absolute before:inset-0"
    >
      {title || excerpt ? (
        <Marked text={title || excerpt} marks={title ? marks?.title : marks?.excerpt} />
      ) : (
        t('untitled')
      )}
    </a>
  )
}
