import type { PostingNotes } from '#lib/api/notes.ts'
import { id } from '#lib/api/parameters.ts'
import { readParam, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { removeHighlight } from '#lib/store/notes.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { noPosting, readPostingId } from '#app/api/v1/postings/require-posting.ts'

/** Takes a highlight away. */
export const DELETE = route(async (request, context): Promise<PostingNotes> => {
  const { id: subscriberId } = await requireSubscriber(request)
  const postingId = await readPostingId(context)
  const highlightId = await readParam(context, 'highlightId', id)
  const kept = { subscriberId, postingId }
  const notes = await removeHighlight(serverDatabase(), kept, highlightId, systemClock.now())
  if (notes === null) throw noPosting(postingId)
  return notes
})
