import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { isSourceInScope } from '#lib/queries/postings/list-scope.ts'

type NewPostings = { readonly sourceId: number; readonly count: number }
type Listener = (postings: NewPostings) => void

const listeners = new Set<Listener>()

/** Calls `listener` for new postings of any of the subscriber's sources, until the returned function is called. */
function onNewPostings(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Used by the event stream only. */
export function tellNewPostings(postings: NewPostings): void {
  for (const listener of listeners) listener(postings)
}

/**
 * The number of postings that came and the list of `filter` does not show yet, from how many sources, and a function that
 * shows them: it fetches the list from its start, so scroll to its top as well.
 */
export function useNewPostings(filter: PostingListFilter): {
  readonly count: number
  readonly sources: number
  readonly show: () => Promise<void>
  /** Called when the list shows them by other means. */
  readonly forget: () => void
} {
  const client = useQueryClient()
  const { folderId, sourceId, labelId, query } = filter
  // Whether a new posting matches a search is not known here.
  const isStill = filter.starred || filter.later || query !== undefined
  const scope = [folderId, sourceId, labelId, isStill].join('/')
  const [arrived, setArrived] = useState<Arrived>(() => nothing(scope))
  useEffect(
    () =>
      onNewPostings((postings) => {
        if (isStill || !isSourceInScope(client, { folderId, sourceId, labelId }, postings.sourceId)) return
        setArrived((before) => {
          const { count, sourceIds } = before.scope === scope ? before : nothing(scope)
          return {
            scope,
            count: count + postings.count,
            sourceIds: new Set([...sourceIds, postings.sourceId]),
          }
        })
      }),
    [client, scope, folderId, sourceId, labelId, isStill],
  )
  const forget = () => setArrived(nothing(scope))
  async function show() {
    forget()
    // From the start, not page by page: the reader goes to the top anyway.
    await client.resetQueries({ queryKey: keys.postingList(filter) })
  }
  const { count, sourceIds } = arrived.scope === scope ? arrived : nothing(scope)
  return { count, sources: sourceIds.size, show, forget }
}

type Arrived = {
  readonly scope: string
  readonly count: number
  readonly sourceIds: ReadonlySet<number>
}

function nothing(scope: string): Arrived {
  return { scope, count: 0, sourceIds: new Set() }
}
