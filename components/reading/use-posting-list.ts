import { useMemo } from 'react'
import type { PostingFilter, PostingItem } from '#lib/api/postings.ts'
import { usePostings } from '#lib/queries/postings.ts'

/** The loaded postings of a list in order, each once, and how to get more. */
export function usePostingList(filter: PostingFilter) {
  const query = usePostings(filter)
  const pages = query.data?.pages
  const postings = useMemo(() => {
    const byId = new Map<string, PostingItem>()
    for (const page of pages ?? []) for (const posting of page.postings) byId.set(posting.id, posting)
    return [...byId.values()]
  }, [pages])
  // Of the first page: what came while reading on was not seen, even where a later page knows of it.
  const first = pages?.[0]
  return {
    query,
    postings,
    shown: first === undefined ? null : { asOfId: first.asOfId, asOfAt: first.asOfAt },
  }
}

export type PostingList = ReturnType<typeof usePostingList>
