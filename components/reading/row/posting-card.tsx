'use client'

import { memo, useState } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { Marked } from '#components/ui/marked.tsx'
import { FreshnessBadge } from '#components/ui/chart/trace.tsx'
import { AlsoInLine } from './also-in.tsx'
import type { FeedRowProps } from './feed-row.ts'
import { Dot, MetaLine, OpenLink } from './row-parts.tsx'

/** A posting as a card: its picture on top, or a bigger title where there is none; where it comes from at the foot. */
export const PostingCard = memo(function PostingCard(props: FeedRowProps) {
  const { posting, href, position, total, isOpen, isCursor, isTabStop, onOpen, acts } = props
  const { id, isRead, imageUrl, language } = posting
  const { marks } = props
  const excerpt = marks?.snippet?.text ?? posting.excerpt
  const [hasFailed, setFailed] = useState(false)
  const hasPicture = imageUrl !== null && !hasFailed
  return (
    <article
      aria-posinset={position}
      aria-setsize={total}
      aria-labelledby={`title-${id}`}
      className={cn(
        'group relative flex min-w-0 flex-col overflow-hidden rounded-3 border bg-paper sm:min-h-[200px]',
        'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus',
        isOpen || isCursor ? 'border-ink' : 'border-line hover:border-line-strong',
      )}
    >
      {hasPicture ? (
        <picture className="contents">
          <img
            src={imageUrl}
            alt=""
            loading="lazy"
            referrerPolicy="no-referrer"
            onError={() => {
              setFailed(true)
              if (!navigator.onLine) window.addEventListener('online', () => setFailed(false), { once: true })
            }}
            className="aspect-video w-full shrink-0 bg-line object-cover"
          />
        </picture>
      ) : null}
      <div className="flex min-h-0 flex-1 flex-col px-3.5 pt-3 pb-2.5 pointer-coarse:pb-3.5">
        <h2
          id={`title-${id}`}
          dir="auto"
          lang={language ?? undefined}
          className={cn(
            'font-text tracking-[-0.004em] text-pretty wrap-anywhere',
            hasPicture ? 'line-clamp-3 text-[16px]/[22px]' : 'line-clamp-4 text-[20px]/[26px]',
            isRead ? 'font-[420] text-ink-2' : 'font-[600]',
          )}
        >
          <OpenLink
            posting={posting}
            marks={marks}
            href={href}
            isOpen={isOpen}
            isTabStop={isTabStop}
            onOpen={onOpen}
          />
        </h2>
        {hasPicture || excerpt === '' || posting.title === '' ? null : (
          <p
            dir="auto"
            lang={language ?? undefined}
            className="mt-1.5 line-clamp-4 font-text text-[13.5px]/5 text-ink-2"
          >
            <Marked text={excerpt} marks={marks?.snippet?.marks ?? marks?.excerpt} />
          </p>
        )}
        <div className="mt-auto pt-2.5">
          <FreshnessBadge delay={posting.delay} isRead={isRead} />
        </div>
        <div className="flex items-start gap-2 pt-1">
          <Dot posting={posting} />
          <div className="min-w-0 flex-1">
            <MetaLine
              posting={posting}
              isTabStop={isTabStop}
              acts={acts}
              density="regular"
              isFresh={false}
              hasBadge={false}
              hasTouchMenu
            />
            <AlsoInLine others={posting.alsoIn} />
          </div>
        </div>
      </div>
    </article>
  )
})
