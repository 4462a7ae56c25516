import { collectBytes } from '#lib/runtime/collect-bytes.ts'
import { hasSender, holdRoom, requireStill } from './body-room.ts'
import { ApiError } from './errors.ts'

/** Of a body while nobody knows who sends it, in bytes: a sign-in takes 200, the longest passkey some thousands. */
export const mostOfStrangers = 64_000

/** A body that has to be waited for may have been begun by who had the account before: it may take a minute (`web-server.ts`). */
const waitedMs = 20

/**
 * Reads a body without keeping, or asking the sender for, more than `maxBytes` of it, or `mostOfStrangers` while its sender is unknown.
 * `identify` may note a sender by the beginning of a longer body.
 * @throws ApiError not_signed_in where the credential ended meanwhile; too_large as soon as more than that has come; the rest is not read. unavailable where bodies take too much room already
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  identify?: (beginning: Buffer) => Promise<void>,
): Promise<Buffer> {
  const room = holdRoom(request)
  const body = collectBytes()
  let size = 0
  const begunAt = performance.now()
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > mostOfStrangers && size <= maxBytes && !hasSender(request))
        await identify?.(Buffer.concat([body.whole(), chunk]).subarray(0, mostOfStrangers))
      const most = hasSender(request) ? maxBytes : Math.min(maxBytes, mostOfStrangers)
      if (size > most) throw new ApiError('too_large', 'tooLarge', { values: { size: textOf(most) } })
      room.take(chunk.byteLength)
      body.add(chunk)
    }
    if (performance.now() - begunAt > waitedMs) await requireStill(request)
    return body.whole()
  } finally {
    room.leave()
  }
}

function textOf(bytes: number): string {
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1_000} kB`
}
