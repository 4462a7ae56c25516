'use client'

import { memo, Suspense, useCallback, useState } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { Marked } from '#components/ui/marked.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import type { ListDensity } from '#lib/api/lists/list-settings.ts'
import { AlsoInLine } from './also-in.tsx'
import type { FeedRowProps } from './feed-row.ts'
import { Dot, MetaLine, OpenLink } from './row-parts.tsx'

// Of the fresh list alone.
const RowTrace = lazyPart(async () => (await import('./fresh-parts.ts')).RowTrace)

type PostingRowProps = FeedRowProps & {
  readonly density: ListDensity
  /** In the fresh list the badge grows to the whole way of the posting. */
  readonly isFresh: boolean
}

/**
 * A posting in the list: source, freshness and time in fixed columns, then the publisher's words. Drawn again only when
 * something of it changes: a key moves the cursor between two rows, and some 25 are in the page.
 */
export const PostingRow = memo(function PostingRow(props: PostingRowProps) {
  const { posting, isOpen, isCursor } = props
  const { id, imageUrl } = posting
  const isCompact = props.density === 'compact'
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const hasPicture = imageUrl !== null && imageUrl !== failedUrl && !deadPictures.has(imageUrl)
  return (
    // Fingers move it sideways (touch-feed.tsx); up and down stay with the browser.
    <div data-swipe={id} className="group/swipe relative touch-pan-y overflow-hidden data-swiped:bg-ink">
      <div className="bg-ground group-not-data-swiped/swipe:transition-transform group-not-data-swiped/swipe:duration-(--calm) group-data-swiped/swipe:relative group-data-swiped/swipe:z-1 group-data-swiped/swipe:shadow-menu">
        <article
          aria-posinset={props.position}
          aria-setsize={props.total}
          aria-labelledby={`title-${id}`}
          className={cn(
            'group relative grid grid-cols-[18px_minmax(0,1fr)] border-b border-line py-[11px] ps-4 pe-5 sm:grid-cols-[20px_minmax(0,1fr)] sm:py-[9px] sm:ps-5',
            props.density === 'roomy' && 'sm:py-[13px]',
            // One line; on phones it stays as it is, for the thumb.
            isCompact && 'sm:flex sm:h-[34px] sm:items-center sm:gap-[7px] sm:py-0',
            'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
            isOpen || isCursor
              ? 'bg-paper before:absolute before:inset-y-0 before:start-0 before:w-[3px] before:bg-ink'
              : 'hover:bg-hover',
          )}
        >
          <span className={cn('contents', isCompact && 'sm:flex sm:w-[13px] sm:shrink-0 sm:[&>*]:mt-0')}>
            <Dot posting={posting} />
          </span>
          <div
            className={cn(
              'min-w-0',
              hasPicture && 'max-sm:min-h-[114px]',
              hasPicture && pictureRoom[props.density],
              isCompact && 'sm:contents',
            )}
          >
            <MetaLine {...props} />
            <Words {...props} hasPicture={hasPicture} />
            {hasPicture && <Picture url={imageUrl} density={props.density} onFailed={setFailedUrl} />}
          </div>
        </article>
      </div>
    </div>
  )
})

type WordsProps = PostingRowProps & { readonly hasPicture: boolean }

function Words({
  posting,
  marks,
  href,
  isOpen,
  isTabStop,
  isFresh,
  density,
  hasPicture,
  onOpen,
}: WordsProps) {
  const { id, title, isRead, language } = posting
  // The first words of a post without a title stand in its place.
  const excerpt = marks?.snippet?.text ?? (title && posting.excerpt)
  const isCompact = density === 'compact'
  const isRoomy = density === 'roomy'
  const weight = title === '' ? 'font-[500]' : 'font-[600]'
  return (
    <div
      className={cn(
        hasPicture && 'max-sm:pe-[92px]',
        hasPicture && isRoomy && 'sm:pe-[92px]',
        isCompact && 'sm:contents',
      )}
    >
      <h2
        id={`title-${id}`}
        dir="auto"
        lang={language ?? undefined}
        className={cn(
          'mt-0.5 line-clamp-3 font-text text-[17px]/[23px] tracking-[-0.004em] text-pretty wrap-anywhere sm:line-clamp-2 sm:text-[16px]/[22px]',
          isRead ? 'font-[420] text-ink-2' : weight,
          isOpen && 'text-ink',
          isCompact &&
            'sm:order-4 sm:mt-0 sm:line-clamp-none sm:min-w-22 sm:flex-1 sm:truncate sm:text-[15px]/5',
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
      {excerpt === '' ? null : (
        <p
          dir="auto"
          lang={language ?? undefined}
          className={cn(
            'mt-px font-text text-[14.5px]/[21px] text-ink-2 max-sm:line-clamp-2 sm:text-[13.5px]/5',
            isRoomy ? 'sm:line-clamp-2' : 'sm:truncate',
            isCompact && 'sm:hidden',
          )}
        >
          <Marked text={excerpt} marks={marks?.snippet?.marks ?? marks?.excerpt} />
        </p>
      )}
      {/* On one line it stands behind the title, where there is room for both. */}
      <AlsoInLine
        others={posting.alsoIn}
        className={isCompact ? 'sm:order-4 sm:mt-0 sm:max-w-[30%] sm:@max-3xl:hidden' : undefined}
      />
      {isFresh ? (
        // The line keeps its room until it comes.
        <Suspense fallback={<p className={cn('mt-1.5 h-4', isCompact && 'sm:hidden')} />}>
          <RowTrace posting={posting} isCompact={isCompact} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The room of a row for its picture: below its first line, or beside all of it. */
const pictureRoom = { roomy: 'sm:min-h-[98px]', regular: 'sm:min-h-16 sm:pe-[76px]', compact: '' }
const picturePlace = { roomy: 'sm:top-[34px]', regular: 'sm:top-[9px] sm:size-16', compact: 'sm:hidden' }

/** Pictures that did not load: their rows keep no room for them when they are drawn again. */
const deadPictures = new Set<string>()

type PictureProps = {
  readonly url: string
  readonly density: ListDensity
  readonly onFailed: (url: string | null) => void
}

function Picture({ url, density, onFailed }: PictureProps) {
  const fail = useCallback(() => {
    deadPictures.add(url)
    onFailed(url)
    // Without a network all fail: each is tried again when there is one.
    if (navigator.onLine) return
    window.addEventListener(
      'online',
      () => {
        deadPictures.delete(url)
        onFailed(null)
      },
      { once: true },
    )
  }, [url, onFailed])
  const listen = useCallback(
    (image: HTMLImageElement | null) => {
      // It may have failed before this code was there to hear of it.
      if (image !== null && image.complete && image.naturalWidth === 0) fail()
    },
    [fail],
  )
  return (
    <picture className="contents">
      <img
        src={url}
        alt=""
        width={76}
        height={76}
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={fail}
        ref={listen}
        className={cn(
          'absolute end-5 top-[38px] size-[76px] rounded-2 bg-line object-cover',
          picturePlace[density],
        )}
      />
    </picture>
  )
}
