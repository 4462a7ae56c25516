'use client'

import Link from 'next/link'
import { lazy, Suspense } from 'react'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { Time } from '#components/ui/time.tsx'
import type { PostingDetail } from '#lib/api/postings.ts'
import { useReadingSettings } from '#lib/queries/reading-settings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ArticleHtml } from './article-html.tsx'
import { filmOf } from './film-address.ts'
import { FullTextBar } from './full-text-bar.tsx'
import { PostingChanges } from './posting-changes.tsx'
import { PostingClones } from './posting-clones.tsx'
import { textStyle } from './text-style.ts'
import { TracePanel } from './trace-panel.tsx'
import { useShownText } from './use-shown-text.ts'

// Most postings have neither: their code comes with the first that does.
const Enclosures = lazy(async () => ({ default: (await import('./enclosures.tsx')).Enclosures }))
const FilmFacade = lazy(async () => ({ default: (await import('./film-facade.tsx')).FilmFacade }))

type PostingTextProps = { readonly posting: PostingDetail }

/** A posting to be read: source, title, the way it came, then the publisher's words. */
export function PostingText({ posting }: PostingTextProps) {
  const { sourceId, sourceTitle, sourceIconUrl, title, author, excerpt, url } = posting
  const t = useWords('reading')
  const lang = posting.language ?? undefined
  const { html, ...fullText } = useShownText(posting)
  const film = filmOf(url)
  return (
    <article className="mx-auto w-full" style={textStyle(useReadingSettings())}>
      <Link
        href={`/sources/${sourceId}`}
        prefetch={false}
        className="inline-flex max-w-full items-center gap-[9px] rounded-1 font-[550] hover:underline"
      >
        <SourceAvatar title={sourceTitle} iconUrl={sourceIconUrl} size={20} />
        <span dir="auto" className="truncate">
          {sourceTitle}
        </span>
      </Link>
      <h1
        id="posting-title"
        dir="auto"
        lang={lang}
        tabIndex={-1}
        className="mt-3 mb-2 font-text text-[27px]/[33px] font-[640] tracking-[-0.017em] text-balance wrap-anywhere outline-none sm:text-[33px]/[39px]"
      >
        {title || t('untitled')}
      </h1>
      <p className="text-ink-3">
        {author === null || author === '' ? null : `${author} · `}
        {t('minutesToRead', { minutes: minutesToRead(html) })} · <Time at={posting.shownAt} />
      </p>
      <TracePanel posting={posting} />
      <PostingChanges posting={posting} />
      <PostingClones posting={posting} />
      {/* The page of a film has no text. */}
      {film === null || posting.fullText !== null ? <FullTextBar posting={posting} {...fullText} /> : null}
      {film === null ? null : (
        <Suspense fallback={<div className="my-5 aspect-video w-full rounded-2 bg-deep" />}>
          <FilmFacade film={film} title={title} imageUrl={posting.imageUrl} />
        </Suspense>
      )}
      {html === '' ? (
        <p className="article" dir="auto" lang={excerpt === '' ? undefined : lang}>
          {excerpt || t('noText')}
        </p>
      ) : (
        <ArticleHtml html={html} language={posting.language} />
      )}
      {posting.enclosures.length === 0 ? null : (
        <Suspense>
          <Enclosures posting={posting} />
        </Suspense>
      )}
    </article>
  )
}

/** People read about 1,100 letters a minute, in most scripts that separate words. */
const LETTERS_PER_MINUTE = 1100

function minutesToRead(html: string): number {
  const letters = html.replace(/<[^>]*>/g, '').length
  return Math.max(1, Math.round(letters / LETTERS_PER_MINUTE))
}
