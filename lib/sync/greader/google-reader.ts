import { writeTokenOf, type AppAccess } from '#lib/auth/requests/app-passwords.ts'
import { waitForTurn } from '#lib/auth/requests/dear-requests.ts'
import { countAppRequest } from '#lib/auth/requests/request-limits.ts'
import { authoriseByHeader, authoriseByT, checkT, showsToken } from '#lib/sync/authorise.ts'
import { clientLogin } from './client-login.ts'
import { subscriberOf, type SyncCall, type SyncDoors } from '#lib/sync/doors.ts'
import { editTag, markAllAsRead } from './greader-marks.ts'
import { isUnbounded, itemContents, itemIds, streamContents, streamFeed } from './greader-streams.ts'
import { listGreaderSubscriptions, listTags, unreadCount, userInfo } from './greader-lists.ts'
import { editSubscription, quickAdd } from './greader-subscriptions.ts'
import { disableTags, renameTag } from './greader-tags.ts'
import { readParameters, type Parameters } from '#lib/sync/parameters.ts'
import { dataAnswer, ok, openHeaders, plain, refusal } from '#lib/sync/sync-answer.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { largestList } from '#lib/api/moving/imports.ts'

type Handler = (call: SyncCall) => Promise<Response> | Response
/** Reads are asked for by GET or POST, writes by POST alone, or by GET as well where FreshRSS takes them so. */
type Entry = {
  readonly handle: Handler
  /** A link or an image changes nothing by GET either: neither can send the header, and without it T counts in a POST alone. */
  readonly isWrite?: true | 'by GET as well'
  /** Sources are planned by what it changes. */
  readonly isPlanned?: true
  /** Dear, and one of few at a time of its account, where it is about more postings than this. */
  readonly dearAbove?: number
  /** Takes a document, and counts as an import. */
  readonly isImport?: true
}

const api = 'reader/api/0/'
/** A thousand numbers are what NetNewsWire asks for and marks at once; their texts are a hundred times as long. */
const many = { numbers: 1000, texts: 100, always: -1 } as const
const entries: Readonly<Record<string, Entry>> = {
  [`${api}token`]: { handle: ({ access, now }) => plain(`${writeTokenOf(access, new Date(now))}\n`) },
  [`${api}user-info`]: { handle: userInfo },
  [`${api}tag/list`]: { handle: listTags },
  [`${api}subscription/list`]: { handle: listGreaderSubscriptions },
  [`${api}unread-count`]: { handle: unreadCount },
  [`${api}stream/items/ids`]: { handle: itemIds, dearAbove: many.numbers },
  [`${api}stream/items/contents`]: { handle: itemContents, dearAbove: many.texts },
  [`${api}stream/contents`]: { handle: streamContents, dearAbove: many.texts },
  'reader/atom': { handle: streamFeed, dearAbove: many.texts },
  [`${api}atom`]: { handle: streamFeed, dearAbove: many.texts },
  [`${api}preference/list`]: { handle: (call) => inOutput(call, { prefs: [] }) },
  [`${api}preference/stream/list`]: { handle: (call) => inOutput(call, { streamprefs: {} }) },
  [`${api}friend/list`]: { handle: (call) => inOutput(call, { friends: [] }) },
  [`${api}subscription/export`]: { handle: exportList, dearAbove: many.always },
  'reader/subscriptions/export': { handle: exportList, dearAbove: many.always },
  [`${api}edit-tag`]: { handle: editTag, isWrite: true, dearAbove: many.numbers },
  [`${api}mark-all-as-read`]: { handle: markAllAsRead, isWrite: true, dearAbove: many.always },
  [`${api}subscription/edit`]: { handle: editSubscription, isWrite: 'by GET as well', isPlanned: true },
  [`${api}subscription/quickadd`]: { handle: quickAdd, isWrite: 'by GET as well', isPlanned: true },
  [`${api}subscription/import`]: {
    handle: importList,
    isWrite: true,
    isImport: true,
    dearAbove: many.always,
  },
  [`${api}rename-tag`]: { handle: renameTag, isWrite: true, isPlanned: true },
  [`${api}disable-tag`]: { handle: disableTags, isWrite: true, isPlanned: true },
}
const logins = ['accounts/ClientLogin', `${api}accounts/ClientLogin`]
/** Here a person sees that the address is right. */
const roots = ['', 'reader', 'reader/api', 'reader/api/0', 'reader/ping', `${api}ping`]
/** FreshRSS tries by this whether the header of programs comes through whatever stands before the server. */
const compatibility = 'check/compatibility'
const headerIsMissing = 'FAIL get HTTP Authorization header! Wrong Web server configuration.'

/**
 * Answers a call of the Google Reader API. `path` is what stands behind the root, without slashes at its ends.
 * @throws SyncRefusal, which syncRoute answers with
 */
export async function answerGoogleReader(
  request: Request,
  path: string,
  doors: SyncDoors,
): Promise<Response> {
  if (roots.includes(path)) return ok()
  if (path === compatibility) return plain(showsToken(request) ? 'PASS' : headerIsMissing)
  if (path === `${api}status`) return dataAnswer({ status: 'up' })
  if (logins.includes(path)) return clientLogin(request, await readParameters(request), doors)
  const entry = Object.hasOwn(entries, path) ? entries[path] : undefined
  if (entry === undefined) throw refusal(404, 'Not Found')
  const methods = methodsOf(entry)
  if (!methods.includes(request.method))
    throw refusal(405, 'Method Not Allowed', { allow: methods.join(', ') })
  const now = doors.now()
  const { access, parameters } = await admit(request, entry, doors, new Date(now))
  if (postingsOf(parameters) > (entry.dearAbove ?? Infinity)) await waitForTurn(request, access.subscriber.id)
  const call = { request, parameters, access, database: doors.database(), doors, now }
  if (entry.isPlanned !== true) return entry.handle(call)
  return doors.planAround(subscriberOf(call), async () => entry.handle(call))
}

/** The number of postings that a call names or asks for; 0 where it leaves that to us. */
function postingsOf(parameters: Parameters): number {
  const n = parameters.one('n')
  return isUnbounded(n) ? Infinity : Math.max(parameters.all('i').length, Number(n ?? 0) || 0)
}

function methodsOf({ isWrite }: Entry): readonly string[] {
  if (isWrite === true) return ['POST']
  return isWrite === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'POST']
}

/** The caller and the parameters: counted before the body is read, where the header says who it is. */
async function admit(
  request: Request,
  entry: Entry,
  doors: SyncDoors,
  now: Date,
): Promise<{ readonly access: AppAccess; readonly parameters: Parameters }> {
  const known = await authoriseByHeader(doors.database(), request, now)
  if (known !== null) {
    await count(request, known, entry, doors)
    const parameters = await readParameters(request, entry.isImport ? { largest: largestList } : {})
    checkT(known, request, parameters, now)
    return { access: known, parameters }
  }
  const parameters = await readParameters(request)
  const access = await authoriseByT(doors.database(), request, parameters, now)
  await count(request, access, entry, doors)
  return { access, parameters }
}

/** @throws ApiError too_many_requests */
async function count(
  request: Request,
  { subscriber }: AppAccess,
  { isImport }: Entry,
  doors: SyncDoors,
): Promise<void> {
  await countAppRequest(subscriber.id, 1, request)
  if (isImport) await doors.countImport(subscriber.id)
}

function inOutput({ parameters }: SyncCall, body: object): Response {
  return dataAnswer(body, parameters.one('output'))
}

/** The subscriptions as an OPML file. */
async function exportList(call: SyncCall): Promise<Response> {
  const document = await call.doors.exportOpml(subscriberOf(call))
  return new Response(document, {
    headers: {
      ...openHeaders,
      'content-type': 'text/x-opml; charset=utf-8',
      'content-disposition': 'attachment; filename="skylark.opml"',
      'cache-control': 'private, no-store',
    },
  })
}

/** Subscribes to what an OPML document lists: the body, a file of a form or its field `opml`. */
async function importList(call: SyncCall): Promise<Response> {
  const { parameters, doors, request } = call
  const field = parameters.one('opml')
  const document = parameters.document ?? (field === null ? null : Buffer.from(field))
  if (document === null || document.length === 0) throw refusal(400, 'Bad Request: no OPML document')
  try {
    await doors.importOpml(subscriberOf(call), document, request)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_input')
      throw refusal(400, 'Bad Request: this is no OPML document')
    throw error
  }
  return ok()
}
