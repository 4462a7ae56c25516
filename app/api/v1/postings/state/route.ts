import { readActedAgo } from '#lib/api/late-act.ts'
import { postingsChange } from '#lib/api/postings.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { changeStories } from '#lib/store/change-stories.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

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
