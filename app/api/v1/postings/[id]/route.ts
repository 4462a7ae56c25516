import { readActedAgo } from '#lib/api/http/late-act.ts'
import { postingChange, type PostingDetail } from '#lib/api/postings/postings.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { wantsMinimal } from '#lib/api/http/answer-headers.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { changeStories } from '#lib/store/marks/change-stories.ts'
import { findPosting } from '#lib/store/postings/posting-details.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { noPosting, readPostingId, requirePosting } from '#lib/handlers/postings/require-posting.ts'

export const GET = route(async (request, context): Promise<PostingDetail> => {
  const subscriber = await requireSubscriber(request)
  return requirePosting(subscriber.id, await readPostingId(context))
})

export const PATCH = route(async (request, context): Promise<PostingDetail | undefined> => {
  const subscriber = await requireSubscriber(request)
  const id = await readPostingId(context)
  const change = await readBody(request, postingChange)
  // A posting of a source that was left can be read only while it is kept: letting it go is its last change.
  const letsGo = change.isStarred === false || change.isLater === false
  const isBrief = wantsMinimal(request)
  const before = letsGo && !isBrief ? await requirePosting(subscriber.id, id) : null
  const agoMs = readActedAgo(request)
  const now = systemClock.now()
  if ((await changeStories(serverDatabase(), subscriber.id, [id], change, now, agoMs)) === 0)
    throw noPosting()
  if (isBrief) return undefined
  const after = await findPosting(serverDatabase(), subscriber.id, id)
  if (after !== null) return after
  if (before === null) throw noPosting() // retention has removed it meanwhile
  return { ...before, isStarred: false, isLater: false }
})
