import type { PostingNotesAnswer } from '#lib/api/postings/postings.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { removeHighlight } from '#lib/store/postings/notes.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { noPosting, readPostingId } from '#lib/handlers/postings/require-posting.ts'

/** Takes a highlight away. */
export const DELETE = route(async (request, context): Promise<PostingNotesAnswer> => {
  const { id: subscriberId } = await requireSubscriber(request)
  const postingId = await readPostingId(context)
  const highlightId = await readParam(context, 'highlightId', id)
  const kept = { subscriberId, postingId }
  const notes = await removeHighlight(serverDatabase(), kept, highlightId, systemClock.now())
  if (notes === null) throw noPosting()
  return notes
})
