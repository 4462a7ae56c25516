import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { ApiError } from '#lib/api/http/errors.ts'

/** All windows of a browser share one; without HTTPS each has its own. */
export const mostStreams = 50
/** A window that is refused asks for what it missed about as often (lib/queries/events/event-stream.ts). */
const retryAfterMs = 30_000

/** Open streams of this process, by subscriber. */
const open = oncePerProcess(() => new Map<string, number>())

/** Takes a place among a subscriber's streams. @returns gives it back @throws ApiError too_many_requests */
export function takeStream(subscriberId: string): () => void {
  const before = open().get(subscriberId) ?? 0
  if (before >= mostStreams)
    throw new ApiError('too_many_requests', 'rateLimited', {
      values: { seconds: retryAfterMs / 1000 },
      retryAfterMs,
    })
  open().set(subscriberId, before + 1)
  return () => {
    const left = (open().get(subscriberId) ?? 0) - 1
    if (left > 0) open().set(subscriberId, left)
    else open().delete(subscriberId)
  }
}
