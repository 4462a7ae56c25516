import { ApiError, errorStatus, type ErrorCode } from '#lib/api/http/errors.ts'
import { errorText } from '#lib/api/http/route.ts'
import { countAppRequest } from '#lib/auth/requests/request-limits.ts'
import { subscriberOf, type SyncDoors } from '#lib/sync/doors.ts'
import { refusal, retryAfter } from '#lib/sync/sync-answer.ts'
import { languageOfRequest, type Language } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { json } from './answer.ts'
import type { MinifluxCall } from './call.ts'
import { listCategories } from './categories.ts'
import { discover, exportFeeds, fetchContent, importFeeds, notHere, saveNowhere } from './beside.ts'
import { changeCategory, createCategory, removeCategory } from './change-categories.ts'
import {
  changeFeed,
  createFeed,
  refreshAll,
  refreshCategory,
  refreshFeed,
  removeFeed,
} from './change-feeds.ts'
import { changeEnclosure, showEnclosure } from './enclosures.ts'
import { listEntries, listEntryIds, showEntry } from './entries.ts'
import { changeEntries, markAllRead, markCategoryRead, markFeedRead, toggleStar } from './marks.ts'
import { countFeeds, listCategoryFeeds, listFeeds, showFeed, showIcon } from './feeds.ts'
import { showMe, showVersion } from './me.ts'
import { signInMiniflux } from './sign-in.ts'

type Handler = (call: MinifluxCall) => Promise<Response> | Response
type Methods = Readonly<Partial<Record<string, Handler>>>

/** Does what sources are planned by, and plans them. */
function planned(act: Handler): Handler {
  return (call) => call.doors.planAround(subscriberOf(call), async () => act(call))
}

const star = { PUT: toggleStar }
/** By the path below /v1/, its numbers as ":id". */
const routes: Readonly<Record<string, Methods>> = {
  me: { GET: showMe },
  version: { GET: showVersion },
  categories: { GET: listCategories, POST: planned(createCategory) },
  'categories/:id': { PUT: planned(changeCategory), DELETE: planned(removeCategory) },
  'categories/:id/feeds': { GET: listCategoryFeeds },
  'categories/:id/refresh': { PUT: refreshCategory },
  'categories/:id/mark-all-as-read': { PUT: markCategoryRead },
  'categories/:id/entries': { GET: (call) => listEntries(call, { categoryId: call.ids[0] }) },
  'categories/:id/entries/:id': {
    GET: (call) => showEntry(call, { categoryId: call.ids[0], id: call.ids[1] }),
  },
  feeds: { GET: listFeeds, POST: createFeed },
  'feeds/counters': { GET: countFeeds },
  'feeds/refresh': { PUT: refreshAll },
  'feeds/:id': { GET: showFeed, PUT: planned(changeFeed), DELETE: planned(removeFeed) },
  'feeds/:id/refresh': { PUT: refreshFeed },
  'feeds/:id/mark-all-as-read': { PUT: markFeedRead },
  'feeds/:id/icon': { GET: showIcon },
  'icons/:id': { GET: showIcon },
  'feeds/:id/entries': { GET: (call) => listEntries(call, { feedId: call.ids[0] }) },
  'feeds/:id/entries/import': { POST: notHere },
  'feeds/:id/entries/:id': { GET: (call) => showEntry(call, { feedId: call.ids[0], id: call.ids[1] }) },
  entries: { GET: (call) => listEntries(call), PUT: changeEntries },
  'entries/ids': { GET: listEntryIds },
  'entries/:id': { GET: (call) => showEntry(call, { id: call.ids[0] }), PUT: notHere },
  'entries/:id/bookmark': star,
  'entries/:id/star': star,
  'entries/:id/save': { POST: saveNowhere },
  'entries/:id/fetch-content': { GET: fetchContent },
  'enclosures/:id': { GET: showEnclosure, PUT: changeEnclosure },
  'users/:id/mark-all-as-read': { PUT: markAllRead },
  discover: { POST: discover },
  export: { GET: exportFeeds },
  import: { POST: importFeeds },
  'flush-history': { PUT: notHere, DELETE: notHere },
  'integrations/status': { GET: () => json({ has_integrations: false }) },
}

/** Asks strangers and changes nothing of the account, though it is a POST. */
const readsByPost = 'discover'

/** Accounts and their keys are the web page's alone. */
const closed = /^(?:users|api-keys)(?:\/|$)/

/**
 * Answers a call of the Miniflux API, version 1. `path` is what stands behind /v1/.
 * @throws SyncRefusal, which syncRoute answers with
 */
export async function answerMiniflux(request: Request, path: string, doors: SyncDoors): Promise<Response> {
  let language: Language = languageOfRequest(request.headers)
  // Go answers HEAD wherever it answers GET.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const isRead = method === 'GET' || path === readsByPost
  try {
    const access = await signInMiniflux(request, isRead ? 'read' : 'write', doors)
    language = access.subscriber.language ?? language
    await countAppRequest(access.subscriber.id, 1, request)
    const { handle, ids } = findHandler(path, method, language)
    const { searchParams: query } = new URL(request.url)
    return await handle({
      request,
      access,
      doors,
      now: doors.now(),
      ids,
      query,
      language,
      // Asked for at each use: dear work has connections of its own from its turn on.
      get database() {
        return doors.database()
      },
    })
  } catch (error) {
    throw error instanceof ApiError ? refusalOf(error, language) : error
  }
}

/** @throws SyncRefusal 403, 404 or 405 */
function findHandler(path: string, method: string, language: Language) {
  const numbers: number[] = []
  const shape = path
    .split('/')
    .map((part) => (/^\d{1,15}$/.test(part) ? (numbers.push(Number(part)), ':id') : part))
    .join('/')
  const methods = Object.hasOwn(routes, shape) ? routes[shape] : undefined
  if (methods === undefined && closed.test(path))
    throw refusal(403, wordsOf(language, 'errors')('notForApps'))
  if (methods === undefined) throw refusal(404, 'Not Found')
  const handle = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (handle === undefined)
    throw refusal(405, 'Method Not Allowed', { allow: Object.keys(methods).join(', ') })
  const [first = 0, second = 0] = numbers
  return { handle, ids: [first, second] as const }
}

/** The codes that Miniflux answers with 400: its clients show the reason of no other refusal. */
const badRequests: ReadonlySet<ErrorCode> = new Set([
  'conflict',
  'bad_query',
  'source_unreachable',
  'no_feed_found',
  'opted_out',
  'storage_full',
])

function refusalOf(error: ApiError, language: Language) {
  const status = badRequests.has(error.code) ? 400 : errorStatus[error.code]
  const mayReturn = status === 429 || status === 503
  return refusal(status, errorText(error, language), mayReturn ? retryAfter(error) : {})
}
