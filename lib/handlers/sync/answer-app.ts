import { exportOpml } from '#lib/handlers/moving/export-opml.ts'
import { countImport } from '#lib/handlers/moving/count-import.ts'
import { importOpml } from '#lib/handlers/moving/import-opml.ts'
import { findFeedUrl } from '#lib/handlers/sources/find-feed-url.ts'
import { fetchIcon, findIcons } from '#lib/handlers/images/find-icons.ts'
import { fullAt } from '#lib/handlers/require-room.ts'
import { searchFeeds } from '#lib/handlers/discover/search-feeds.ts'
import { loadPostingText } from '#lib/handlers/postings/load-posting-text.ts'
import { readSearchQuery } from '#lib/handlers/postings/read-search-query.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { postingFilter, type PostingPage } from '#lib/api/postings/postings.ts'
import { searchCost } from '#lib/auth/requests/request-cost.ts'
import { countAppRequest } from '#lib/auth/requests/request-limits.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { hostOf } from '#lib/documents/door/normalise-url.ts'
import { parsePostingCursor, type PostingCursor } from '#lib/store/ground/posting-cursor.ts'
import { searchPostings } from '#lib/store/lists/search.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import type { SyncDoors } from '#lib/sync/doors.ts'
import { answerFever } from '#lib/sync/fever/fever.ts'
import { answerGoogleReader } from '#lib/sync/greader/google-reader.ts'
import { openHeaders, syncRoute } from '#lib/sync/sync-answer.ts'
import { answerMiniflux } from '#lib/sync/miniflux/door.ts'
import { answerMinifluxOptions, refuseMiniflux } from '#lib/sync/miniflux/answer.ts'

const doors: SyncDoors = {
  database: serverDatabase,
  now: () => systemClock.now(),
  findFeed: async (subscriberId, input, signal) => {
    const url = await findFeedUrl(subscriberId, input, signal)
    return { url, hostName: hostOf(url) }
  },
  discover: async (subscriberId, input, signal) => {
    const found = await searchFeeds(subscriberId, input, 'url', signal)
    return found.map(({ url, title, kind }) => ({ url, title: title ?? url, kind }))
  },
  loadText: async (subscriberId, id) =>
    (await loadPostingText(subscriberId, id)).fullText ?? { kind: 'loading' },
  planAround: (subscriberId, act) => planAround(serverDatabase(), subscriberId, act),
  exportOpml,
  hasRoom: async (subscriberId) => (await fullAt(subscriberId)) === null,
  countImport,
  importOpml: async (subscriberId, document, request) => {
    try {
      await importOpml(subscriberId, document, request)
    } catch (error) {
      // FreshRSS and Miniflux take a list of no feeds. Programs send one to have feeds polled.
      if (!(error instanceof ApiError && error.key === 'opmlEmpty')) throw error
    }
  },
  findIcons,
  fetchIcon,
  search: searchForApp,
}

/** Of a search by an app, which has no other way to go on. */
const mostHits = 1_000

/** Goes on where a page of the search ends too soon. Each page counts as a search of the JSON API, so that none is endless. */
async function searchForApp(
  ...[subscriberId, { text, place }, request]: Parameters<SyncDoors['search']>
): Promise<bigint[]> {
  const { isUnread, isStarred, ...within } = place
  const filter = {
    ...postingFilter.parse({ ...within, show: isUnread ? 'unread' : 'all' }),
    starred: isStarred,
  }
  const asked = { subscriberId, filter, query: readSearchQuery(text, request), isBest: false }
  const now = systemClock.now()
  const found: bigint[] = []
  let after: PostingCursor | null = null
  do {
    await countAppRequest(subscriberId, searchCost)
    const limit = mostHits - found.length
    const page: PostingPage = await searchPostings(serverDatabase(), { ...asked, after, limit, now })
    found.push(...page.postings.map(({ id }) => BigInt(id)))
    after = page.nextCursor === null ? null : parsePostingCursor(page.nextCursor)
  } while (after !== null && found.length < mostHits && !request.signal.aborted)
  return found
}

/** Route handlers of the Google Reader API below a root, which their paths begin with. */
export function greaderRoutes(root: '/' | '/api/greader.php/') {
  const handle = syncRoute((request: Request) => {
    const { pathname } = new URL(request.url)
    const path = `${pathname}/`.slice(root.length).replace(/(?<!\/)\/+$/, '')
    // Some programs add this themselves (RSS Guard), and people enter it all the same. FreshRSS takes it twice, too.
    return answerGoogleReader(request, path.replace(/^(?:api\/)?greader\.php(?:\/|$)/, ''), doors)
  })
  return { GET: handle, POST: handle, OPTIONS: answerOptions }
}

/** Route handlers of the Miniflux API. */
export const minifluxRoutes = (() => {
  const handle = syncRoute(
    (request: Request) => answerMiniflux(request, new URL(request.url).pathname.slice('/v1/'.length), doors),
    refuseMiniflux,
  )
  return { GET: handle, POST: handle, PUT: handle, DELETE: handle, OPTIONS: answerMinifluxOptions }
})()

/** Route handlers of the Fever API. */
export const feverRoutes = (() => {
  const handle = syncRoute((request: Request) => answerFever(request, doors))
  return { GET: handle, POST: handle, OPTIONS: answerOptions }
})()

function answerOptions(): Response {
  return new Response(null, { status: 204, headers: openHeaders })
}
