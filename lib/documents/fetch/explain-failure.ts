import type { ParseResult } from '#lib/documents/read/feed-types.ts'
import type { Barrier } from '#lib/documents/door/find-barrier.ts'
import type { FeedDocument } from '#lib/documents/read/parse-feed.ts'
import type { FetchFailure } from '#lib/documents/door/fetch-failure.ts'

/** A page of another status says what went wrong by its status, whatever stands beside it: many have a login in their head. */
const statusesOf: Readonly<Record<Barrier, readonly number[]>> = {
  login: [401, 403],
  challenge: [403, 429, 503],
}

/** A failure with the barrier that its page is, where the head of the answer named none. The page is read by `parse`, in a thread. */
export async function explainFailure(
  failure: FetchFailure,
  parse: (document: FeedDocument) => Promise<ParseResult>,
): Promise<FetchFailure> {
  const { page, finalUrl: url } = failure
  if (failure.barrier !== undefined || page === undefined) return failure
  const read = await parse({ ...page, url })
  const barrier = read.ok ? undefined : read.error.barrier
  const fits = barrier !== undefined && statusesOf[barrier].includes(failure.httpStatus ?? 0)
  return fits ? { ...failure, barrier } : failure
}
