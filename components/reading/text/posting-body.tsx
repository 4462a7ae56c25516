'use client'

import { Suspense } from 'react'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ArticleHtml } from './article-html.tsx'
import { filmOf } from './film-address.ts'
import type { FullTextOffer } from './full-text-bar.tsx'
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
export function PostingBody({ posting, shown: { html: whole, ...fullText } }: PostingBodyProps) {
  const { title, excerpt, language, imageUrl } = posting
  const t = useWords('reading')
  const film = filmOf(posting.url)
  // Sound and film are what the posting is about; other attachments come behind the text.
  const isPlayable = posting.enclosures.some(isSoundOrFilm)
  const hasPlayer = film !== null || posting.enclosures.some(playsBeside)
  const html = hasPlayer ? withoutCover(whole, imageUrl) : whole
  const media =
    posting.enclosures.length === 0 ? null : (
      <Suspense>
        <Enclosures posting={posting} hasPicture={!shows(html, imageUrl)} />
      </Suspense>
    )
  const offer = offerOf({ ...posting, html })
  return (
    <>
      {isPlayable ? media : null}
      {film === null ? null : (
        <Suspense fallback={<div className="my-5 aspect-video w-full rounded-2 bg-deep" />}>
          <FilmFacade film={film} title={title} imageUrl={imageUrl} />
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
        <Suspense fallback={offer === null ? null : <div className="my-4 h-7 pointer-coarse:h-11" />}>
          <FullTextBar posting={posting} offer={offer} {...fullText} />
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

/**
 * The offer of the page's text: none where a long text ends like one. Short posts without a title and the notes
 * beside a sound or film are mostly whole; a quiet button leaves the choice.
 */
function offerOf({ title, html, enclosures }: PostingDetail): FullTextOffer {
  if (html === '' || /(\.\.\.|…)\W{0,3}(<[^<>]*>\s*)*$/.test(html)) return 'plain'
  if (html.length >= WHOLE_LETTERS) return null
  return title === '' || enclosures.some(playsBeside) ? 'quiet' : 'plain'
}

/** Sound and film that play within the text are a part of it. */
function playsBeside(enclosure: PostingDetail['enclosures'][number]): boolean {
  return isSoundOrFilm(enclosure) && enclosure.isInText !== true
}

export function isSoundOrFilm({ type }: PostingDetail['enclosures'][number]): boolean {
  return /^(audio|video)\//.test(type ?? '')
}

/**
 * The text of a posting without the picture of the whole that was put behind it (`withPicturesBeside`): its player shows that
 * already. One that has words of its own stays.
 */
export function withoutCover(html: string, imageUrl: string | null): string {
  const from = html.lastIndexOf('<figure>')
  const figure = from < 0 ? '' : html.slice(from)
  const isWordless = /^<figure><img [^<>]*><\/figure>$/.test(figure) && figure.includes(' alt=""')
  const isCover = isWordless && shows(figure, imageUrl)
  return isCover ? html.slice(0, from) : html
}

/** Whether a picture stands in a text. */
export function shows(html: string, imageUrl: string | null): boolean {
  return imageUrl !== null && html.includes(` src="${imageUrl.replaceAll('&', '&amp;')}"`)
}
