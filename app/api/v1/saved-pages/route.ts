import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { loadFullText } from '#lib/polling/load-full-texts.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { type PostingDetail, savedPageRequest } from '#lib/api/postings/postings.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { cleanAddress } from '#lib/documents/html/clean-address.ts'
import type { ImportedPosting } from '#lib/documents/moving/import-types.ts'
import { addressByHttp } from '#lib/documents/discover/pasted-address.ts'
import { normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import { nameOfPage } from '#lib/documents/identity/telling-title.ts'
import { savedPagesFeed } from '#lib/documents/moving/saved-pages.ts'
import { serverArticlePool, serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import { claimFullText } from '#lib/store/postings/full-texts.ts'
import { forgetFailedPage, movePage, savePage } from '#lib/store/moving/saved-pages.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { languageOf } from '#lib/api/http/request-language.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { importRowOf } from '#lib/handlers/moving/import-rows.ts'
import { requireRoom } from '#lib/handlers/require-room.ts'
import { requirePosting } from '#lib/handlers/postings/require-posting.ts'

/** More than anybody saves; each costs a publisher a request. */
const limit = { max: 30, windowMs: 60_000, text: 'manyTexts' } as const

/**
 * Saves any page to be read later. It is stored first, then its text is loaded with the manners of a poll and by the one door:
 * what cannot be loaded is saved without its text, says why, and is tried again when somebody asks for it. A host that knows no https is
 * asked by http where nobody named a scheme. 503 where too many pages wait to be read: it is saved, and to save it again loads its text.
 */
export const POST = route(async (request): Promise<PostingDetail> => {
  const subscriber = await requireSubscriber(request)
  const asked = await readBody(request, savedPageRequest)
  const url = normaliseSourceUrl(asked.url)
  if (url === null) throw new ApiError('invalid_input', 'badUrl', { field: 'url' })
  const database = serverDatabase()
  const now = systemClock.now()
  await requireRoom(subscriber.id)
  await limitAttempts(database, `save ${subscriber.id}`, limit, now)
  const archiveTitle = wordsOf(languageOf(request), 'sources')('savedPages')
  const row = importRowOf(pageOf(cleanAddress(url), archiveTitle, now), now, false)
  const id = await savePage(database, subscriber.id, row, now)
  const saved = await requirePosting(subscriber.id, id)
  if (saved.html !== '') return saved
  await forgetFailedPage(database, id)
  const claimed = await claimFullText(database, id, now)
  if (claimed === null) return saved
  const loader = { ...aggregatorContext(database, serverParsePool()), articles: serverArticlePool() }
  const waiting = { isAwaited: true, subscriberId: subscriber.id } as const
  await loadFullText(loader, claimed, waiting)
  const loaded = await requirePosting(subscriber.id, id)
  const plainUrl = addressByHttp(asked.url, claimed.url)
  if (plainUrl === null || !isUnreached(loaded)) return loaded
  await forgetFailedPage(database, id)
  const again = await claimFullText(database, id, systemClock.now())
  if (again === null) return loaded
  await loadFullText(loader, { ...again, url: plainUrl }, waiting)
  const plain = await requirePosting(subscriber.id, id)
  if (plain.html === '') return plain
  await movePage(database, id, plainUrl)
  return requirePosting(subscriber.id, id)
})

/** Whether nobody answered at the page's address. */
function isUnreached({ fullText }: PostingDetail): boolean {
  return fullText?.kind === 'failed' && ['connect', 'tls'].includes(fullText.failure)
}

/** A page of which nothing is known but its address, which is its name until it has been read. */
function pageOf(url: string, archiveTitle: string, now: number): ImportedPosting {
  return {
    place: '',
    key: null,
    feedUrl: savedPagesFeed,
    feedTitle: archiveTitle,
    siteUrl: null,
    starredAt: null,
    laterAt: now,
    keptAt: null,
    isRead: false,
    labels: [],
    note: '',
    highlights: [],
    entry: {
      guid: null,
      url,
      originalUrl: null,
      title: nameOfPage(url),
      author: null,
      html: '',
      excerpt: '',
      publishedAt: null,
      updatedAt: null,
      imageUrl: null,
      enclosures: [],
      categories: [],
    },
  }
}
