import { mediaPositionRequest } from '#lib/api/postings/postings.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { storeMediaPosition } from '#lib/store/postings/media-positions.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { noPosting, readPostingId } from '#lib/handlers/postings/require-posting.ts'

/** Keeps how far a subscriber has heard or watched what came with a posting. Answer: 204. */
export const PUT = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const id = await readPostingId(context)
  const position = await readBody(request, mediaPositionRequest)
  const database = serverDatabase()
  if (!(await storeMediaPosition(database, subscriber.id, id, position, systemClock.now()))) throw noPosting()
})
