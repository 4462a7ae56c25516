import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { postingQuery } from '#lib/queries/postings/postings.ts'

/**
 * Fetches the text after the open one as soon as that is drawn, so that going on shows it without waiting.
 * @param shownId the posting whose text is there; null while it is awaited
 */
export function useNextText(shownId: string | null, nextId: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (shownId !== null && nextId !== null) void client.prefetchQuery(postingQuery(nextId))
  }, [client, shownId, nextId])
}
