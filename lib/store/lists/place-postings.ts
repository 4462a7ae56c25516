import type { FeedPlace } from '#lib/api/outputs/feed-place.ts'
import { postingFilter, type PostingItem } from '#lib/api/postings/postings.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { parsePostingCursor, type PostingCursor } from '#lib/store/ground/posting-cursor.ts'
import { listPostings } from './postings.ts'
import { searchPostings } from './search.ts'

type PlaceRequest = {
  readonly limit: number
  readonly now: number
  /** Nothing shown later; without it up to now. */
  readonly untilAt?: Date
  readonly show?: 'all' | 'unread'
  /** Every teller of a story, whatever the settings say. */
  readonly hasCopies?: boolean
}

/** A search that gives up is gone on with so many times. */
const mostRounds = 20

/** The newest postings of a place as its list shows them, newest first. Null: its view is gone, or not understood. */
export async function listPlacePostings(
  database: Database,
  subscriberId: string,
  place: FeedPlace,
  request: PlaceRequest,
): Promise<readonly PostingItem[] | null> {
  if (place.kind === 'view') return searchView(database, subscriberId, place.viewId, request)
  const { limit, now, untilAt, show = 'all', hasCopies = false } = request
  const filter = postingFilter.parse({ ...scopeOf(place), show, starred: place.kind === 'starred' })
  const page = { after: cursorBefore(untilAt), limit, now, hasCopies }
  return (await listPostings(database, subscriberId, filter, page)).postings
}

function scopeOf(place: Exclude<FeedPlace, { kind: 'view' }>) {
  if (place.kind === 'folder') return { folderId: place.folderId }
  return place.kind === 'label' ? { labelId: place.labelId } : {}
}

/** Behind it stands what was shown at that instant or before. */
function cursorBefore(untilAt: Date | undefined): PostingCursor | null {
  return untilAt === undefined ? null : { shownAt: new Date(untilAt.getTime() + 1), id: 0n }
}

async function searchView(
  database: Database,
  subscriberId: string,
  viewId: number,
  { limit, now, untilAt, show = 'all' }: PlaceRequest,
): Promise<readonly PostingItem[] | null> {
  const view = await database.view.findFirst({ where: { id: viewId, subscriberId }, select: { query: true } })
  const { query, errors } = parseQuery(view?.query ?? '')
  if (view === null || errors.length > 0) return null
  const filter = postingFilter.parse({ show })
  const found: PostingItem[] = []
  let after = cursorBefore(untilAt)
  for (let round = 0; round < mostRounds && found.length < limit; round++) {
    const asked = { subscriberId, query, filter, isBest: false, after, limit: limit - found.length, now }
    const { postings, nextCursor, search } = await searchPostings(database, asked)
    if (search?.isSimilar === true) break // somebody who searches is helped by similar words, a feed is not
    found.push(...postings)
    after = nextCursor === null ? null : parsePostingCursor(nextCursor)
    if (after === null) break
  }
  return found
}
