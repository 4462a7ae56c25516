import { mediaPositionRequest } from '#lib/api/media.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { storeMediaPosition } from '#lib/store/media-positions.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { noPosting, readPostingId } from '#app/api/v1/postings/require-posting.ts'

/** Keeps how far a subscriber has heard or watched what came with a posting. Answer: 204. */
export const PUT = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const id = await readPostingId(context)
  const position = await readBody(request, mediaPositionRequest)
  const database = serverDatabase()
  if (!(await storeMediaPosition(database, subscriber.id, id, position, systemClock.now())))
    throw noPosting(id)
})
