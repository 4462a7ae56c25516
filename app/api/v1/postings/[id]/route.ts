import { ApiError } from '#lib/api/errors.ts'
import { postingId } from '#lib/api/parameters.ts'
import { postingChange, type PostingDetail, type PostingItem } from '#lib/api/postings.ts'
import { readBody, readParam, route, type RouteContext } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { changePostings } from '#lib/store/posting-states.ts'
import { listRestOfStories } from '#lib/store/read-stories.ts'
import { findPosting } from '#lib/store/postings.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request, context): Promise<PostingDetail> => {
  const subscriber = await requireSubscriber(request)
  return getPosting(subscriber.id, await readId(context))
})

export const PATCH = route(async (request, context): Promise<PostingItem> => {
  const subscriber = await requireSubscriber(request)
  const id = await readId(context)
  const change = await readBody(request, postingChange)
  const before = await getPosting(subscriber.id, id)
  const now = systemClock.now()
  await changePostings(serverDatabase(), subscriber.id, [id], change, now)
  if (change.isRead === true && change.seen === true) {
    const others = await listRestOfStories(serverDatabase(), subscriber.id, [id])
    if (others.length > 0)
      await changePostings(serverDatabase(), subscriber.id, others, { isRead: true }, now)
  }
  // A posting of a source that was left can be read only while it is starred: taking the star off is its last change.
  return (await findPosting(serverDatabase(), subscriber.id, id)) ?? { ...before, isStarred: false }
})

async function readId(context: RouteContext): Promise<bigint> {
  return BigInt(await readParam(context, 'id', postingId))
}

async function getPosting(subscriberId: string, id: bigint): Promise<PostingDetail> {
  const posting = await findPosting(serverDatabase(), subscriberId, id)
  if (posting === null) throw new ApiError('not_found', `There is no posting ${id} in your sources.`)
  return posting
}
