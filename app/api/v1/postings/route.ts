import { ApiError } from '#lib/api/errors.ts'
import { postingPageQuery } from '#lib/api/postings.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { parsePostingCursor } from '#lib/store/posting-cursor.ts'
import { listPostings } from '#lib/store/postings.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { cursor, limit, ...filter } = readQuery(request, postingPageQuery)
  const after = cursor === undefined ? null : parsePostingCursor(cursor)
  if (cursor !== undefined && after === null)
    throw new ApiError('invalid_input', 'badCursor', { field: 'cursor' })
  return listPostings(serverDatabase(), subscriber.id, filter, { after, limit })
})
