'use client'

import { Suspense } from 'react'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ArticleHtml } from './article-html.tsx'
import { filmOf } from './film-address.ts'
import type { useShownText } from './use-shown-text.ts'

// Their code comes with the first posting that needs it.
const Enclosures = lazyPart(async () => (await import('./enclosures.tsx')).Enclosures, true)
const PostingNotes = lazyPart(
  async () => (await import('#components/reading/notes/posting-notes.tsx')).PostingNotes,
)
const FullTextBar = lazyPart(async () => (await import('./full-text-bar.tsx')).FullTextBar)
const FilmFacade = lazyPart(async () => (await import('./film-facade.tsx')).FilmFacade)

type PostingBodyProps = { readonly posting: PostingDetail; readonly shown: ReturnType<typeof useShownText> }

/** The publisher's words, the feed's or the whole ones, and what came with them. */
export function PostingBody({ posting, shown: { html, ...fullText } }: PostingBodyProps) {
  const { title, excerpt, language } = posting
  const t = useWords('reading')
  const film = filmOf(posting.url)
  // Sound and film are what the posting is about; other attachments come behind the text.
  const isPlayable = posting.enclosures.some(({ type }) => /^(audio|video)\//.test(type ?? ''))
  const media =
    posting.enclosures.length === 0 ? null : (
      <Suspense>
        <Enclosures posting={posting} />
      </Suspense>
    )
  // A post without a title is a whole text, and so are the notes beside a sound or film.
  const mayGoOn = isCut(html, html !== '' && (title === '' || isPlayable))
  return (
    <>
      {isPlayable ? media : null}
      {film === null ? null : (
        <Suspense fallback={<div className="my-5 aspect-video w-full rounded-2 bg-deep" />}>
          <FilmFacade film={film} title={title} imageUrl={posting.imageUrl} />
        </Suspense>
      )}
      {html === '' ? (
        <p className="article" dir="auto" lang={excerpt === '' ? undefined : (language ?? undefined)}>
          {excerpt || t('noText')}
        </p>
      ) : (
        <ArticleHtml html={html} language={language} />
      )}
      {/* Behind the text, where one misses the rest of it. The page of a film has no text. */}
      {film === null || posting.fullText !== null ? (
        // A text that may go on keeps the room of the button.
        <Suspense fallback={mayGoOn ? <div className="my-4 h-7 pointer-coarse:h-11" /> : null}>
          <FullTextBar posting={posting} isCut={mayGoOn} {...fullText} />
        </Suspense>
      ) : null}
      <Suspense>
        <PostingNotes posting={posting} html={html} />
      </Suspense>
      {isPlayable ? null : media}
    </>
  )
}

/** Texts of so many letters, tags included, are whole. */
const WHOLE_LETTERS = 2000

/** Whether there may be more of a text on its page: it ends as if it went on, or is short and no post of its own kind. */
function isCut(html: string, isWholeShort: boolean): boolean {
  return (html.length < WHOLE_LETTERS && !isWholeShort) || /(\.\.\.|…)\W{0,3}(<[^<>]*>\s*)*$/.test(html)
}
