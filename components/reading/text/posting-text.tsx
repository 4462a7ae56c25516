'use client'

import Link from 'next/link'
import { Suspense } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { Time } from '#components/ui/time.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { useReadingSettings } from '#lib/queries/accounts/reading-settings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { isSoundOrFilm, PostingBody } from './posting-body.tsx'
import { isUndated } from '#components/reading/row/row-parts.tsx'
import { textStyle } from './text-style.ts'
import { TracePanel } from '#components/reading/row/trace-panel.tsx'
import { useShownText } from './use-shown-text.ts'

// Few postings were edited, are told elsewhere, too, or have labels: their code comes with the first.
const PostingChanges = lazyPart(async () => (await import('./posting-changes.tsx')).PostingChanges)
const PostingClones = lazyPart(
  async () => (await import('#components/reading/row/rare-parts.ts')).PostingClones,
)

const TextLabels = lazyPart(async () => (await import('#components/reading/row/rare-parts.ts')).TextLabels)

type PostingTextProps = { readonly posting: PostingDetail }

/** A posting to be read: source, title, the way it came, then the publisher's words. */
export function PostingText({ posting }: PostingTextProps) {
  const { sourceId, sourceTitle, sourceIconUrl, title, excerpt, author } = posting
  const t = useWords('reading')
  const lang = posting.language ?? undefined
  const shown = useShownText(posting, true)
  const hasAuthor = author !== null && author !== ''
  // Beside a sound or film the minutes would read as the length of that.
  const hasMinutes = !posting.enclosures.some(isSoundOrFilm)
  const isDated = !isUndated(posting)
  return (
    <article className="mx-auto w-full" style={textStyle(useReadingSettings())}>
      {/* The lines around a title that is written from the right begin there, too. */}
      <header dir="auto">
        <Link
          href={`/sources/${sourceId}`}
          prefetch={false}
          dir="auto"
          className="inline-flex max-w-full items-center gap-[9px] rounded-1 font-[550] hover:underline"
        >
          <SourceAvatar title={sourceTitle} iconUrl={sourceIconUrl} size={20} />
          <span className="truncate">{sourceTitle}</span>
        </Link>
        <h1
          id="posting-title"
          lang={lang}
          tabIndex={-1}
          className={cn(
            'mt-3 mb-2 font-text text-[27px]/[33px] font-[640] tracking-[-0.017em] text-balance wrap-anywhere outline-none sm:text-[33px]/[39px]',
            // A post without a title begins with its first words, as its publisher shows it.
            title === '' && 'sr-only',
          )}
        >
          {title || excerpt || t('untitled')}
        </h1>
        <p className="mt-2 text-ink-3">
          {hasAuthor ? <bdi>{author}</bdi> : null}
          {hasAuthor && (hasMinutes || isDated) ? ' · ' : null}
          {hasMinutes ? <bdi>{t('minutesToRead', { minutes: minutesToRead(shown.html) })}</bdi> : null}
          {hasMinutes && isDated ? ' · ' : null}
          {isDated ? (
            <bdi>
              <CameAt posting={posting} />
            </bdi>
          ) : null}
        </p>
      </header>
      <Suspense>{posting.labelIds.length > 0 ? <TextLabels labelIds={posting.labelIds} /> : null}</Suspense>
      <TracePanel posting={posting} />
      <Suspense>
        {posting.versions.length === 0 ? null : <PostingChanges posting={posting} />}
        {posting.clones.length === 0 ? null : <PostingClones posting={posting} />}
      </Suspense>
      <PostingBody posting={posting} shown={shown} />
    </article>
  )
}

/** When it was published; where nobody says so, when it was found. */
function CameAt({ posting: { publishedAt, foundAt } }: PostingTextProps) {
  const t = useWords('reading')
  if (publishedAt !== null) return <Time at={publishedAt} />
  return t.rich('foundWhen', { time: () => <Time at={foundAt} /> })
}

/** People read about 1,100 letters a minute, in most scripts that separate words. */
const LETTERS_PER_MINUTE = 1100

function minutesToRead(html: string): number {
  const letters = html.replace(/<[^<>]*>/g, '').length
  return Math.max(1, Math.round(letters / LETTERS_PER_MINUTE))
}
