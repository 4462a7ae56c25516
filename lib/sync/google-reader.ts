import { writeTokenOf, type AppAccess } from '#lib/auth/app-passwords.ts'
import { countAppRequest } from '#lib/auth/request-limits.ts'
import { authoriseByHeader, authoriseByT, checkT } from './authorise.ts'
import { clientLogin } from './client-login.ts'
import { subscriberOf, type SyncCall, type SyncDoors } from './doors.ts'
import { editTag, markAllAsRead } from './greader-marks.ts'
import { itemContents, itemIds, streamContents } from './greader-streams.ts'
import { listSubscriptions, listTags, unreadCount, userInfo } from './greader-lists.ts'
import { exportList, importList } from './greader-opml.ts'
import { editSubscription, quickAdd } from './greader-subscriptions.ts'
import { disableTags, renameTag } from './greader-tags.ts'
import { readParameters, type Parameters } from './parameters.ts'
import { data, ok, plain, refusal } from './sync-answer.ts'

/** Of an OPML list whose sender is known, in bytes. */
const largestList = 10_000_000

type Handler = (call: SyncCall) => Promise<Response> | Response
/** Reads are asked for by GET or POST, writes by POST alone: what a link or an image can ask for changes nothing. */
type Entry = {
  readonly handle: Handler
  readonly isWrite?: true
  /** Sources are planned by what it changes. */
  readonly isPlanned?: true
  /** Takes a document, and counts as an import. */
  readonly isImport?: true
}

const api = 'reader/api/0/'
const entries: Readonly<Record<string, Entry>> = {
  [`${api}token`]: { handle: ({ access, now }) => plain(`${writeTokenOf(access, new Date(now))}\n`) },
  [`${api}user-info`]: { handle: userInfo },
  [`${api}tag/list`]: { handle: listTags },
  [`${api}subscription/list`]: { handle: listSubscriptions },
  [`${api}unread-count`]: { handle: unreadCount },
  [`${api}stream/items/ids`]: { handle: itemIds },
  [`${api}stream/items/contents`]: { handle: itemContents },
  [`${api}stream/contents`]: { handle: streamContents },
  [`${api}preference/list`]: { handle: (call) => inOutput(call, { prefs: [] }) },
  [`${api}preference/stream/list`]: { handle: (call) => inOutput(call, { streamprefs: {} }) },
  [`${api}friend/list`]: { handle: (call) => inOutput(call, { friends: [] }) },
  [`${api}subscription/export`]: { handle: exportList },
  'reader/subscriptions/export': { handle: exportList },
  [`${api}edit-tag`]: { handle: editTag, isWrite: true },
  [`${api}mark-all-as-read`]: { handle: markAllAsRead, isWrite: true },
  [`${api}subscription/edit`]: { handle: editSubscription, isWrite: true, isPlanned: true },
  [`${api}subscription/quickadd`]: { handle: quickAdd, isWrite: true, isPlanned: true },
  [`${api}subscription/import`]: { handle: importList, isWrite: true, isImport: true },
  [`${api}rename-tag`]: { handle: renameTag, isWrite: true, isPlanned: true },
  [`${api}disable-tag`]: { handle: disableTags, isWrite: true, isPlanned: true },
}
const logins = ['accounts/ClientLogin', `${api}accounts/ClientLogin`]
/** Here a person sees that the address is right. */
const roots = ['', 'reader', 'reader/api', 'reader/api/0', 'reader/ping', `${api}ping`]

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
  if (path === `${api}status`) return data({ status: 'up' })
  if (logins.includes(path)) return clientLogin(request, await readParameters(request), doors)
  const entry = Object.hasOwn(entries, path) ? entries[path] : undefined
  if (entry === undefined) throw refusal(404, 'Not Found')
  if (entry.isWrite && request.method !== 'POST') throw refusal(405, 'Method Not Allowed', { allow: 'POST' })
  const now = doors.now()
  const database = doors.database()
  const { access, parameters } = await admit(request, entry, doors, new Date(now))
  const call = { request, parameters, access, database, doors, now }
  if (entry.isPlanned !== true) return entry.handle(call)
  return doors.planAround(subscriberOf(call), async () => entry.handle(call))
}

/** Who calls and with what: counted before the body is read, where the header says who it is. */
async function admit(
  request: Request,
  entry: Entry,
  doors: SyncDoors,
  now: Date,
): Promise<{ readonly access: AppAccess; readonly parameters: Parameters }> {
  const known = await authoriseByHeader(doors.database(), request, now)
  if (known !== null) {
    await count(known, entry, doors)
    const parameters = await readParameters(request, entry.isImport ? largestList : undefined)
    checkT(known, request, parameters, now)
    return { access: known, parameters }
  }
  const parameters = await readParameters(request)
  const access = await authoriseByT(doors.database(), request, parameters, now)
  await count(access, entry, doors)
  return { access, parameters }
}

/** @throws ApiError too_many_requests */
async function count({ subscriber }: AppAccess, { isImport }: Entry, doors: SyncDoors): Promise<void> {
  await countAppRequest(subscriber.id)
  if (isImport) await doors.countImport(subscriber.id)
}

function inOutput({ parameters }: SyncCall, body: object): Response {
  return data(body, parameters.one('output'))
}
