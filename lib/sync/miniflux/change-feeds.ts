import { z } from 'zod'
import { ApiError } from '#lib/api/http/errors.ts'
import { readBody } from '#lib/api/http/route.ts'
import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import { requestPoll, waitForFirstPoll } from '#lib/store/polling/request-poll.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { subscriberOf } from '#lib/sync/doors.ts'
import { subscribeAt } from '#lib/sync/subscribe-at.ts'
import { done, json } from './answer.ts'
import { invalid, type MinifluxCall } from './call.ts'
import { folderIdOf, readCategories, requireCategory } from './categories.ts'
import { requireFeed, showFeed } from './feeds.ts'
import { longestName } from '#lib/text/names.ts'

const number = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const feedRequest = z.object({
  feed_url: z.string().trim().min(1).max(8_000),
  category_id: number.nullish(),
  crawler: z.boolean().nullish(),
  hide_globally: z.boolean().nullish(),
})
/** Whatever else Miniflux sets for a feed is passed over: apps send back all that they were given. */
const feedChange = z.object({
  feed_url: z.string().trim().nullish(),
  title: z.string().trim().nullish(),
  category_id: number.nullish(),
  crawler: z.boolean().nullish(),
  hide_globally: z.boolean().nullish(),
})

/** Subscribes to a feed, or to the first that a page has. One that is subscribed to is refused, as in Miniflux. */
export async function createFeed(call: MinifluxCall): Promise<Response> {
  const { feed_url, category_id, ...settings } = await readBody(call.request, feedRequest)
  const folderId = await folderFor(call, category_id)
  const wanted = { ownTitle: null, findFolder: () => Promise.resolve(folderId ?? null) }
  // The first poll is waited for once all is planned: whatever others change meanwhile would be planned by what held before it.
  const sourceId = await call.doors.planAround(subscriberOf(call), async () => {
    const subscribed = await subscribeAt(call, feed_url, wanted)
    if (!subscribed.isNew) throw new ApiError('conflict', 'subscribedAlready')
    const { subscriptionId } = subscribed
    await changeSubscriptions(call.database, subscriberOf(call), [subscriptionId], changeOf(settings))
    return subscribed.sourceId
  })
  // Miniflux answers once a feed was read; its clients wait thirty seconds.
  await waitForFirstPoll(call.database, sourceId, call.request.signal)
  return json({ feed_id: sourceId }, 201)
}

/** Renames or moves a subscription, takes its texts from their pages or hides it. Its address cannot be another. */
export async function changeFeed(call: MinifluxCall): Promise<Response> {
  const source = await requireFeed(call)
  const { feed_url, title, category_id, ...settings } = await readBody(call.request, feedChange)
  if (feed_url && feed_url !== source.url) throw invalid(call, 'feed_url')
  const ownTitle = title && title !== source.title.trim() ? title : null
  // Feeds call themselves longer names, which come back as they were given.
  if (ownTitle !== null && ownTitle.length > longestName.feed) throw invalid(call, 'title')
  const folderId = await folderFor(call, category_id)
  await changeSubscriptions(call.database, subscriberOf(call), [source.subscriptionId], {
    ...(ownTitle === null ? {} : { ownTitle }),
    ...(folderId === undefined ? {} : { folderId }),
    ...changeOf(settings),
  })
  const answer = await showFeed(call)
  return new Response(answer.body, { status: 201, headers: answer.headers })
}

type Settings = Pick<z.infer<typeof feedRequest>, 'crawler' | 'hide_globally'>

function changeOf({ crawler, hide_globally }: Settings) {
  return {
    ...(typeof crawler === 'boolean' ? { fullText: crawler } : {}),
    ...(typeof hide_globally === 'boolean' ? { isMuted: hide_globally } : {}),
  }
}

/** Undefined: no category was named; null: the one of what is in no folder. @throws ApiError invalid_input */
async function folderFor(
  call: MinifluxCall,
  id: number | null | undefined,
): Promise<number | null | undefined> {
  if (!id) return undefined
  const category = (await readCategories(call)).find(id)
  if (category === null) throw new ApiError('invalid_input', 'noFolder', { field: 'category_id' })
  return folderIdOf(category)
}

/** Ends a subscription. Its stars stay, as in all doors. */
export async function removeFeed(call: MinifluxCall): Promise<Response> {
  const { subscriptionId } = await requireFeed(call)
  await unsubscribe(call.database, subscriberOf(call), [subscriptionId], call.now)
  return done()
}

/** Has a feed polled, as soon as its host and its publisher allow. One that was polled just now is as fresh as it can be. */
export async function refreshFeed(call: MinifluxCall): Promise<Response> {
  const { sourceId, url } = await requireFeed(call)
  const poll = await requestPoll(call.database, sourceId, call.now)
  if (poll.kind === 'planned' || (poll.kind === 'too-early' && poll.reason === 'just-polled')) return done()
  if (poll.kind === 'too-early')
    throw new ApiError(
      'too_many_requests',
      poll.reason === 'host' ? 'hostWantsPeace' : 'publisherWantsPauses',
      {
        values: { waitMs: poll.possibleAt - call.now },
        retryAfterMs: poll.possibleAt - call.now,
      },
    )
  if (poll.kind === 'opted-out')
    throw new ApiError('opted_out', 'publisherOptedOut', { values: { host: poll.host } })
  if (poll.kind === 'paused') throw new ApiError('conflict', 'pollingPaused')
  throw new ApiError('not_found', 'nothingAt', { values: { address: url } })
}

/** Miniflux asks for those feeds whose time has come. Ours are polled when it has, whoever asks. */
export function refreshAll(): Response {
  return done()
}

/** As `refreshAll`. @throws ApiError not_found */
export async function refreshCategory(call: MinifluxCall): Promise<Response> {
  requireCategory(await readCategories(call), call.ids[0])
  return done()
}
