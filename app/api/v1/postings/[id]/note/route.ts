import { noteRequest, type PostingNotes } from '#lib/api/notes.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { setNote } from '#lib/store/notes.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { requireRoom } from '#app/api/v1/require-room.ts'
import { noPosting, readPostingId } from '#app/api/v1/postings/require-posting.ts'

/** Writes the subscriber's own note on a posting. */
export const PUT = route(async (request, context): Promise<PostingNotes> => {
  const { id: subscriberId } = await requireSubscriber(request)
  const postingId = await readPostingId(context)
  const { text } = await readBody(request, noteRequest)
  if (text !== '') await requireRoom(subscriberId)
  const notes = await setNote(serverDatabase(), { subscriberId, postingId }, text, systemClock.now())
  if (notes === null) throw noPosting(postingId)
  return notes
})
