import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { loadPostingText } from '#lib/handlers/postings/load-posting-text.ts'
import { readPostingId } from '#lib/handlers/postings/require-posting.ts'

/** Answer: PostingDetail, whose `fullText` says what came of it. 503 where too many pages wait to be read. */
export const POST = route(async (request, context): Promise<PostingDetail> => {
  const subscriber = await requireSubscriber(request)
  return loadPostingText(subscriber.id, await readPostingId(context))
})
