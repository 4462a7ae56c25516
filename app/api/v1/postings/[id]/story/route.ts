import { storyRequest } from '#lib/api/postings/postings.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { setStorySplit } from '#lib/store/stories/stories.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { noPosting, readPostingId } from '#lib/handlers/postings/require-posting.ts'

/** Shows the postings of a story separately, or as one again. Answer: 204. */
export const PUT = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const id = await readPostingId(context)
  const { isSplit } = await readBody(request, storyRequest)
  const isDone = await setStorySplit(serverDatabase(), subscriber.id, id, isSplit, systemClock.now())
  if (!isDone) throw noPosting()
})
