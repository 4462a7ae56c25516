'use client'

import { Play } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#lib/words/use-words.tsx'
import type { Film } from './film-address.ts'

type FilmFacadeProps = { readonly film: Film; readonly title: string; readonly imageUrl: string | null }

/** A film of another site. Nothing is loaded from there before somebody wants to see it. */
export function FilmFacade({ film, title, imageUrl }: FilmFacadeProps) {
  const t = useWords('text')
  const [isWanted, setWanted] = useState(false)
  if (isWanted) {
    return (
      <iframe
        src={film.src}
        title={title}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        referrerPolicy="strict-origin-when-cross-origin"
        className="my-5 aspect-video w-full rounded-2 border-0 bg-deep"
      />
    )
  }
  return (
    <button
      type="button"
      onClick={() => setWanted(true)}
      className="relative my-5 grid aspect-video w-full place-items-center overflow-hidden rounded-2 border border-line bg-deep"
    >
      {imageUrl === null ? null : (
        <picture className="contents">
          <img
            src={imageUrl}
            alt=""
            referrerPolicy="no-referrer"
            className="absolute inset-0 size-full object-cover"
          />
        </picture>
      )}
      <span className="relative flex flex-col items-center gap-1 rounded-2 bg-raised px-4 py-2.5 text-center shadow-menu">
        <span className="flex items-center gap-2 font-[550]">
          <Play aria-hidden size={18} strokeWidth={1.75} />
          {t('playFilm', { host: film.host })}
        </span>
        <span className="text-12 text-ink-3">{t('playFilmEffect')}</span>
      </span>
    </button>
  )
}
