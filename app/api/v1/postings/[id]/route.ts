import { readActedAgo } from '#lib/api/late-act.ts'
import { postingChange, type PostingDetail } from '#lib/api/postings.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { changeStories } from '#lib/store/change-stories.ts'
import { findPosting } from '#lib/store/posting-details.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readPostingId, requirePosting } from '#app/api/v1/postings/require-posting.ts'

export const GET = route(async (request, context): Promise<PostingDetail> => {
  const subscriber = await requireSubscriber(request)
  return requirePosting(subscriber.id, await readPostingId(context))
})

export const PATCH = route(async (request, context): Promise<PostingDetail> => {
  const subscriber = await requireSubscriber(request)
  const id = await readPostingId(context)
  const change = await readBody(request, postingChange)
  const before = await requirePosting(subscriber.id, id)
  const agoMs = readActedAgo(request)
  await changeStories(serverDatabase(), subscriber.id, [id], change, systemClock.now(), agoMs)
  // A posting of a source that was left can be read only while it is starred: taking the star off is its last change.
  return (await findPosting(serverDatabase(), subscriber.id, id)) ?? { ...before, isStarred: false }
})
