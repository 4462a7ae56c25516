import { ApiError } from '#lib/api/http/errors.ts'
import { type PostingNotesAnswer, highlightRequest } from '#lib/api/postings/postings.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { addHighlight, mostHighlights } from '#lib/store/postings/notes.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { requireRoom } from '#lib/handlers/require-room.ts'
import { noPosting, readPostingId } from '#lib/handlers/postings/require-posting.ts'

/** Marks words in a posting. */
export const POST = route(async (request, context): Promise<PostingNotesAnswer> => {
  const { id: subscriberId } = await requireSubscriber(request)
  const postingId = await readPostingId(context)
  const { shownEditedAt, ...highlight } = await readBody(request, highlightRequest)
  await requireRoom(subscriberId)
  const kept = { subscriberId, postingId }
  const notes = await addHighlight(serverDatabase(), kept, highlight, systemClock.now(), shownEditedAt)
  if (notes === null) throw noPosting()
  if (notes === 'too-many')
    throw new ApiError('conflict', 'highlightsFull', { values: { most: mostHighlights } })
  return notes
})
