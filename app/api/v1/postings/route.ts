import { ApiError } from '#lib/api/http/errors.ts'
import { postingPageQuery } from '#lib/api/postings/postings.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { parsePostingCursor } from '#lib/store/ground/posting-cursor.ts'
import { isPlaced } from '#lib/store/lists/posting-order.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { searchPostings } from '#lib/store/lists/search.ts'
import { readServer } from '#lib/store/connection/server-database.ts'
import { readSearchQuery } from '#lib/handlers/postings/read-search-query.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { cursor, limit, query: text, best: isBest, ...filter } = readQuery(request, postingPageQuery)
  const after = cursor === undefined ? null : parsePostingCursor(cursor)
  const isWithoutSource = text === undefined && isPlaced(filter.order) && after?.source === undefined
  if (cursor !== undefined && (after === null || isWithoutSource))
    throw new ApiError('invalid_input', 'badCursor', { field: 'cursor' })
  const now = systemClock.now()
  if (text === undefined)
    return readServer((database) => listPostings(database, subscriber.id, filter, { after, limit, now }))
  if (filter.labelId !== undefined) throw new ApiError('invalid_input', 'labelInQuery', { field: 'labelId' })
  const asked = { subscriberId: subscriber.id, filter, isBest, after, limit, now }
  const query = readSearchQuery(text, request)
  return readServer((database) => searchPostings(database, { ...asked, query }))
})
