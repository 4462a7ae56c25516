import { z } from 'zod'
import { ApiError } from '#lib/api/http/errors.ts'
import { readBody } from '#lib/api/http/route.ts'
import { findMediaPositions, storeMediaPosition } from '#lib/store/postings/media-positions.ts'
import type { ReaderItem } from '#lib/store/sync/reader-items.ts'
import { subscriberOf } from '#lib/sync/doors.ts'
import { done, json } from './answer.ts'
import { userNumber, type MinifluxCall } from './call.ts'
import { requireEntry } from './require-entry.ts'

/** An enclosure has no number of its own here: the posting's and its place make one. */
const mostEnclosures = 100
/** Eleven days, as in our own API. */
const longestS = 1_000_000
const positionRequest = z.object({ media_progression: z.number().int().min(0).max(longestS) })

/** Makes what comes with each of the postings, with how far the subscriber has heard or watched it. */
export async function enclosureMaker(call: MinifluxCall, items: readonly ReaderItem[]) {
  const ids = items.filter(({ enclosures }) => enclosures.length > 0).map(({ id }) => id)
  const positionOf = await findMediaPositions(call.database, subscriberOf(call), ids)
  return ({ id, enclosures }: ReaderItem) =>
    enclosures.slice(0, mostEnclosures).map(({ url, type, length }, at) => ({
      id: Number(id) * mostEnclosures + at,
      user_id: userNumber(call),
      entry_id: Number(id),
      url,
      mime_type: type ?? 'application/octet-stream',
      size: length ?? 0,
      media_progression: Math.floor((positionOf(id, url)?.positionMs ?? 0) / 1000),
    }))
}

/** One of those. */
export async function showEnclosure(call: MinifluxCall): Promise<Response> {
  return json(await requireEnclosure(call))
}

/** Keeps how far the subscriber has come in it, in seconds. */
export async function changeEnclosure(call: MinifluxCall): Promise<Response> {
  const { entry_id, url } = await requireEnclosure(call)
  const { media_progression } = await readBody(call.request, positionRequest)
  const position = { url, positionMs: media_progression * 1000, durationMs: null }
  await storeMediaPosition(call.database, subscriberOf(call), BigInt(entry_id), position, call.now)
  return done()
}

async function requireEnclosure(call: MinifluxCall) {
  const [id] = call.ids
  const item = await requireEntry(call, Math.floor(id / mostEnclosures))
  const enclosure = (await enclosureMaker(call, [item]))(item)[id % mostEnclosures]
  if (enclosure === undefined)
    throw new ApiError('not_found', 'nothingAt', { values: { address: `enclosures/${id}` } })
  return enclosure
}
