import { ApiError } from '#lib/api/errors.ts'
import { postingPageQuery } from '#lib/api/postings.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { parsePostingCursor } from '#lib/store/posting-cursor.ts'
import { isPlaced } from '#lib/store/posting-order.ts'
import { listPostings } from '#lib/store/postings.ts'
import { searchPostings } from '#lib/store/search.ts'
import { readServer } from '#lib/store/server-database.ts'
import { readSearchQuery } from './read-search-query.ts'

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
