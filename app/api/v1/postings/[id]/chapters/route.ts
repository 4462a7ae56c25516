import type { ChapterList } from '#lib/api/postings/postings.ts'
import { route } from '#lib/api/http/route.ts'
import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { config } from '#lib/runtime/config.ts'
import { fetchChapters } from '#lib/documents/fetch/fetch-chapters.ts'
import type { Obstacle } from '#lib/documents/door/fetch-types.ts'
import { hostOf } from '#lib/documents/door/normalise-url.ts'
import { serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import { findPublisherLimit, optOutOf } from '#lib/store/hosts/publisher-limits.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readPostingId, requirePosting } from '#lib/handlers/postings/require-posting.ts'

/** Far more sounds than anybody begins; each may cost a publisher a request. */
const limit = { max: 30, windowMs: 60_000, text: 'manyTexts' } as const
/** The browser keeps them so long, so that who begins again asks nobody. */
const keptSeconds = 3_600

/**
 * The chapters of a posting's sound or film that its feed has in a file of their own; what the feed lists itself comes with
 * the posting. Answer: ChapterList, empty where the publisher gives none.
 */
export const GET = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const { enclosures } = await requirePosting(subscriber.id, await readPostingId(context))
  const url = enclosures.find(({ chaptersUrl }) => chaptersUrl !== undefined)?.chaptersUrl
  if (url === undefined) return { chapters: [] } satisfies ChapterList
  const now = systemClock.now()
  await limitAttempts(serverDatabase(), `chapters ${subscriber.id}`, limit, now)
  const { userAgent, allowedPrivateNetworks } = config()
  const isAllowed = (await obstacleAt(url)) === null
  const options = { userAgent, allowedPrivateNetworks, mayFollow: obstacleAt }
  const read = (file: Buffer) => serverParsePool().readChapters(file, subscriber.id)
  const chapters = isAllowed ? await fetchChapters(url, options, read) : null
  const list: ChapterList = { chapters: chapters ?? [] }
  const kept = chapters === null ? 'no-store' : `private, max-age=${keptSeconds}`
  return Response.json(list, { headers: { 'cache-control': kept } })
})

/** The publisher's wishes hold here, too. */
async function obstacleAt(url: string): Promise<Obstacle | null> {
  if (!URL.canParse(url)) return null // the guard refuses it
  const limit = await findPublisherLimit(serverDatabase(), hostOf(url))
  return limit?.isOptedOut === true ? optOutOf(hostOf(url)) : null
}
