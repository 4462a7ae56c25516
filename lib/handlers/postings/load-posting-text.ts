import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { loadFullText } from '#lib/polling/load-full-texts.ts'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverArticlePool, serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import { claimFullText } from '#lib/store/postings/full-texts.ts'
import { forgetFailedPage } from '#lib/store/moving/saved-pages.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { requirePosting } from './require-posting.ts'

/** Far more than anybody reads; each may cost a publisher a request. */
const limit = { max: 60, windowMs: 60_000, text: 'manyTexts' } as const

/**
 * Loads the whole text of a posting from its page, unless it is there, is being loaded, or failed and is not to be tried
 * again yet. `fullText` of the answer says what came of it. The page is read to its end though the reader goes on to the next posting: it was
 * paid for.
 * @throws ApiError not_found, too_many_requests, or unavailable where too many pages wait to be read
 */
export async function loadPostingText(subscriberId: string, id: bigint): Promise<PostingDetail> {
  const database = serverDatabase()
  const posting = await requirePosting(subscriberId, id)
  if (posting.fullText?.kind === 'text') return posting
  const now = systemClock.now()
  await limitAttempts(database, `full-text ${subscriberId}`, limit, now)
  await forgetFailedPage(database, id)
  const claimed = await claimFullText(database, id, now)
  if (claimed === null) return requirePosting(subscriberId, id)
  const loader = { ...aggregatorContext(database, serverParsePool()), articles: serverArticlePool() }
  await loadFullText(loader, claimed, { isAwaited: true, subscriberId })
  return requirePosting(subscriberId, id)
}
