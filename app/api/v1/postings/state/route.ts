import { readActedAgo } from '#lib/api/http/late-act.ts'
import { postingsChange } from '#lib/api/postings/postings.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { changeStories } from '#lib/store/marks/change-stories.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { ids, ...change } = await readBody(request, postingsChange)
  const changed = await changeStories(
    serverDatabase(),
    subscriber.id,
    ids.map(BigInt),
    change,
    systemClock.now(),
    readActedAgo(request),
  )
  return { changed }
})
