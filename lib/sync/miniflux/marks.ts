import { z } from 'zod'
import { readBody } from '#lib/api/http/route.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { waitForTurn } from '#lib/auth/requests/dear-requests.ts'
import { changeReaderItems, turnStar, type ReaderChange } from '#lib/store/marks/change-reader-items.ts'
import { markFoundRead } from '#lib/store/marks/mark-found-read.ts'
import type { ReaderStream } from '#lib/store/sync/reader-members.ts'
import { subscriberOf } from '#lib/sync/doors.ts'
import { refusal } from '#lib/sync/sync-answer.ts'
import { done } from './answer.ts'
import { userNumber, type MinifluxCall } from './call.ts'
import { categoryStream, readCategories, requireCategory } from './categories.ts'
import { noEntry } from './require-entry.ts'
import { requireFeed } from './feeds.ts'

/** Entries that are marked at once; above the second number one of few at a time of its account. */
const mostIds = 10_000
const manyIds = 1_000

const entriesChange = z.object({
  entry_ids: z
    .array(
      z
        .number()
        .int()
        .min(0)
        .max(10 ** 15),
    )
    .min(1)
    .max(mostIds),
  status: z.enum(['read', 'unread', '']).nullish(),
  starred: z.boolean().nullish(),
})

/** As Miniflux says it, by the names that its apps use. */
const noState = 'either the status or the starred field must be specified'

/** Marks entries read or unread, starred or not. Those that are not the subscriber's are passed over. */
export async function changeEntries(call: MinifluxCall): Promise<Response> {
  const { entry_ids, status, starred } = await readBody(call.request, entriesChange)
  if (!status && typeof starred !== 'boolean') throw refusal(400, noState)
  if (entry_ids.length > manyIds) await waitForTurn(call.request, subscriberOf(call))
  await change(call, [...new Set(entry_ids)].map(BigInt), {
    ...(status ? { isRead: status === 'read' } : {}),
    ...(typeof starred === 'boolean' ? { isStarred: starred } : {}),
  })
  return done()
}

/** Stars an entry that has no star, and takes the star of one that has. @throws ApiError not_found */
export async function toggleStar(call: MinifluxCall): Promise<Response> {
  const [id] = call.ids
  const isTurned = await turnStar(call.database, subscriberOf(call), BigInt(id), call.now)
  if (!isTurned) throw noEntry()
  return done()
}

async function change(
  call: MinifluxCall,
  ids: readonly bigint[],
  states: Pick<ReaderChange, 'isRead' | 'isStarred'>,
): Promise<void> {
  const none = { labelled: [], unlabelled: [] }
  await changeReaderItems(call.database, subscriberOf(call), ids, { ...states, ...none }, call.now)
}

/** Marks all of a feed read that was stored before the call. */
export async function markFeedRead(call: MinifluxCall): Promise<Response> {
  const { sourceId } = await requireFeed(call)
  return markRead(call, { kind: 'source', id: sourceId })
}

/** Marks all of a category read that was stored before the call. */
export async function markCategoryRead(call: MinifluxCall): Promise<Response> {
  const category = requireCategory(await readCategories(call), call.ids[0])
  return markRead(call, await categoryStream(call, category))
}

/** Marks everything read that was stored before the call. @throws ApiError forbidden for another user's */
export async function markAllRead(call: MinifluxCall): Promise<Response> {
  if (call.ids[0] !== userNumber(call)) throw new ApiError('forbidden', 'notForApps')
  return markRead(call, { kind: 'all' })
}

async function markRead(call: MinifluxCall, stream: ReaderStream): Promise<Response> {
  await waitForTurn(call.request, subscriberOf(call))
  await markFoundRead(call.database, subscriberOf(call), stream, null, call.now)
  return done()
}
