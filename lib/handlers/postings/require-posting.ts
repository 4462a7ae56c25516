import { ApiError } from '#lib/api/http/errors.ts'
import { postingId } from '#lib/api/http/parameters.ts'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { readParam, type RouteContext } from '#lib/api/http/route.ts'
import { findPosting } from '#lib/store/postings/posting-details.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/** The posting that the path names. */
export async function readPostingId(context: RouteContext): Promise<bigint> {
  return BigInt(await readParam(context, 'id', postingId))
}

/** A posting of the subscriber's. @throws ApiError not_found */
export async function requirePosting(subscriberId: string, id: bigint): Promise<PostingDetail> {
  const posting = await findPosting(serverDatabase(), subscriberId, id)
  if (posting === null) throw noPosting()
  return posting
}

export function noPosting(): ApiError {
  return new ApiError('not_found', 'noPosting')
}
