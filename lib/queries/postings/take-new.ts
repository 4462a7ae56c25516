import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { PostingListFilter, PostingPage } from '#lib/api/postings/postings.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

type Pages = InfiniteData<PostingPage, string | null>

/**
 * Puts what came since on top of a list that stands by time. Every row that it has stays, also those that would not be in it
 * any more. `onTake` is called right before, with the ids of what came, and may refuse it.
 * @returns false: refused, the list is not there, or more came than a page holds, so that rows between would be missing
 */
export async function takeNew(
  client: QueryClient,
  filter: PostingListFilter,
  onTake: (ids: ReadonlySet<string>) => boolean,
): Promise<boolean> {
  const page = await request<PostingPage>('GET', '/postings', { query: { ...filter, viewId: undefined } })
  const queryKey = keys.postingList(filter)
  const listed = client.getQueryData<Pages>(queryKey)
  const first = listed?.pages[0]
  if (listed === undefined || first === undefined) return false
  const known = new Set(listed.pages.flatMap(({ postings }) => postings.map(({ id }) => id)))
  const came = page.postings.filter(({ id }) => !known.has(id))
  const isJoined = came.length < page.postings.length || page.nextCursor === null
  if (!isJoined || !onTake(new Set(came.map(({ id }) => id)))) return false
  const { asOfId, asOfAt } = page
  const joined = { ...first, asOfId, asOfAt, postings: [...came, ...first.postings] }
  client.setQueryData<Pages>(queryKey, { ...listed, pages: [joined, ...listed.pages.slice(1)] })
  return true
}
