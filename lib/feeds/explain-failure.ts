import type { ParseResult } from './feed-types.ts'
import type { FetchFailure } from './fetch-types.ts'
import type { FeedDocument } from './parse-feed.ts'

/** A failure with the barrier that its page is, where the head of the answer named none. The page is read by `parse`, in a thread. */
export async function explainFailure(
  failure: FetchFailure,
  parse: (document: FeedDocument) => Promise<ParseResult>,
): Promise<FetchFailure> {
  const { page, finalUrl: url } = failure
  if (failure.barrier !== undefined || page === undefined) return failure
  const read = await parse({ ...page, url })
  return read.ok || read.error.barrier === undefined ? failure : { ...failure, barrier: read.error.barrier }
}
