import { type PostingNotesAnswer, noteRequest } from '#lib/api/postings/postings.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { findNotes, setNote } from '#lib/store/postings/notes.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { requireRoom } from '#lib/handlers/require-room.ts'
import { noPosting, readPostingId } from '#lib/handlers/postings/require-posting.ts'

/** Writes the subscriber's own note on a posting. */
export const PUT = route(async (request, context): Promise<PostingNotesAnswer> => {
  const { id: subscriberId } = await requireSubscriber(request)
  const postingId = await readPostingId(context)
  const { text, shownEditedAt } = await readBody(request, noteRequest)
  const written = (await findNotes(serverDatabase(), subscriberId, [postingId])).get(postingId)?.text ?? ''
  if (text.length > written.length) await requireRoom(subscriberId) // who keeps too much may shorten it
  const kept = { subscriberId, postingId }
  const notes = await setNote(serverDatabase(), kept, text, systemClock.now(), shownEditedAt)
  if (notes === null) throw noPosting()
  return notes
})
