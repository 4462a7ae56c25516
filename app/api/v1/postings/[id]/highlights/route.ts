import { ApiError } from '#lib/api/errors.ts'
import { highlightRequest, type PostingNotes } from '#lib/api/notes.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { addHighlight, mostHighlights } from '#lib/store/notes.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { requireRoom } from '#app/api/v1/require-room.ts'
import { noPosting, readPostingId } from '#app/api/v1/postings/require-posting.ts'

/** Marks words in a posting. */
export const POST = route(async (request, context): Promise<PostingNotes> => {
  const { id: subscriberId } = await requireSubscriber(request)
  const postingId = await readPostingId(context)
  const highlight = await readBody(request, highlightRequest)
  await requireRoom(subscriberId)
  const kept = { subscriberId, postingId }
  const notes = await addHighlight(serverDatabase(), kept, highlight, systemClock.now())
  if (notes === null) throw noPosting(postingId)
  if (notes === 'too-many')
    throw new ApiError('conflict', 'highlightsFull', { values: { most: mostHighlights } })
  return notes
})
