'use client'

import type { PostingPage } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'

type SearchNoteProps = {
  readonly list: {
    readonly postings: PostingPage['postings']
    readonly notes: { readonly isSimilar: boolean }
    readonly query: { readonly isSuccess: boolean; readonly hasNextPage: boolean }
  }
}

/** The number of hits, told to screen readers, too, and whether the words had to be changed for it. */
export function SearchNote({ list: { postings, notes, query } }: SearchNoteProps) {
  const t = useWords('search')
  const count = postings.length
  const found = query.hasNextPage ? t('foundAtLeast', { count }) : t('foundSoMany', { count })
  return (
    <p role="status" className="shrink-0 px-5 text-12 text-ink-3 not-empty:py-1.5 sm:px-10">
      {query.isSuccess && count > 0 ? found : ''}
      {notes.isSimilar ? <span className="block text-ink-2">{t('similar')}</span> : null}
    </p>
  )
}
