import { useMemo } from 'react'
import type { PostingItem, PostingListFilter, PostingPage } from '#lib/api/postings/postings.ts'
import type { PostingMarks } from '#lib/api/lists/search.ts'
import { usePostings } from '#lib/queries/postings/postings.ts'
import { useMissing } from './use-list-scope.ts'

/** The loaded postings of a list in order, each once, and how to get more. A list of what is `missing` shows none. */
export function usePostingList(filter: PostingListFilter) {
  const query = usePostings(filter)
  const missing = useMissing(filter)
  const pages = missing === null ? query.data?.pages : undefined
  const postings = useMemo(() => {
    const byId = new Map<string, PostingItem>()
    for (const page of pages ?? []) for (const posting of page.postings) byId.set(posting.id, posting)
    return [...byId.values()]
  }, [pages])
  const marks = useMemo(
    () => Object.assign({}, ...(pages ?? []).map(({ search }) => search?.marks ?? {})) as Marks,
    [pages],
  )
  // Of the first page: what came while reading on was not seen, even where a later page knows of it.
  const first = pages?.[0]
  return {
    query,
    missing,
    postings,
    marks,
    notes: notesOf(pages ?? []),
    shown: first === undefined ? null : { asOfId: first.asOfId, asOfAt: first.asOfAt },
  }
}

export type PostingList = ReturnType<typeof usePostingList>

/** The places of the searched words in each posting, by its id. */
type Marks = Readonly<Record<string, PostingMarks | undefined>>

/** The notes of a search's pages: whether the last one gave up for now, whether the words are others. */
function notesOf(pages: readonly PostingPage[]) {
  return {
    isComplete: pages.at(-1)?.search?.isComplete !== false,
    isSimilar: pages[0]?.search?.isSimilar === true,
  }
}
