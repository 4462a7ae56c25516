import { dehydrate } from '@tanstack/react-query'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { Hydrated } from '#lib/pages/hydrated.tsx'
import { currentSubscriber } from '#lib/pages/language.ts'
import { readOwnLists } from '#lib/pages/own-lists.ts'
import { isForDocument } from '#lib/pages/read-ahead.ts'
import { ReadingScreen } from '#components/reading/screen/reading-screen.tsx'
import { parseReadingState } from '#components/reading/items/reading-address.ts'
import { viewAddress } from '#components/shell/tree/view-order.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { countsQuery } from '#lib/queries/postings/counts.ts'
import { postingListQuery } from '#lib/queries/postings/postings.ts'
import { createQueryClient } from '#lib/queries/requests/query-client.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import type { PostingListFilter, PostingPage } from '#lib/api/postings/postings.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { listPostings, readListGround, type ListGround } from '#lib/store/lists/postings.ts'
import { searchPostings } from '#lib/store/lists/search.ts'
import { readServer, serverDatabase } from '#lib/store/connection/server-database.ts'
import { listViews } from '#lib/store/lists/views.ts'

const FIRST_PAGE = 50

type PageProps = { readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> }

/** Reads the first page of the list ahead, so that it comes with the document. */
export default async function ReadingPage({ searchParams }: PageProps) {
  const [asked, sent] = await Promise.all([searchParams, headers()])
  const client = createQueryClient()
  const me = await currentSubscriber()
  if (me !== null && isForDocument(sent)) {
    const search = { get: (name: string) => [asked[name]].flat()[0] ?? null }
    const database = serverDatabase()
    // Beside what says which list it is: each way to the database waits behind whatever others ask.
    const ground = readServer((current) => readListGround(current, me.id))
    const readList = async () => {
      const { filter } = parseReadingState(search, await readOwnLists(me.id))
      if (search.get('q') === null) await goToView(database, me.id, filter.viewId)
      await client.prefetchInfiniteQuery({
        ...postingListQuery(filter),
        queryFn: async () => readFirstPage(me.id, filter, await ground),
      })
    }
    await Promise.all([
      readList(),
      client.prefetchQuery({
        ...countsQuery(),
        queryFn: () => readServer((current) => readCounts(current, me.id)),
      }),
    ])
  }
  return (
    <Hydrated state={dehydrate(client)}>
      <ReadingScreen />
    </Hydrated>
  )
}

/** An address that gives a view by its number alone leads to what the view asks; one that there is none of stays. */
async function goToView(database: Database, subscriberId: string, viewId: number | undefined): Promise<void> {
  if (viewId === undefined) return
  const view = (await listViews(database, subscriberId)).find(({ id }) => id === viewId)
  if (view !== undefined) redirect(viewAddress(view))
}

/** @throws where the search has a mistake: then nothing is read ahead, and the screen tells of it */
async function readFirstPage(
  subscriberId: string,
  { query: text, best, viewId: _viewId, ...filter }: PostingListFilter,
  ground: ListGround,
): Promise<PostingPage> {
  const page = { after: null, limit: FIRST_PAGE, now: systemClock.now(), ground }
  if (text === undefined) return readServer((current) => listPostings(current, subscriberId, filter, page))
  const { query, errors } = parseQuery(text)
  if (text === '' || errors.length > 0) throw new Error('nothing to search')
  const asked = { subscriberId, filter, isBest: best === true, query, ...page }
  return readServer((current) => searchPostings(current, asked))
}
