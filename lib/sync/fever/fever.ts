import { findFeverApp, noteApp } from '#lib/auth/requests/app-passwords.ts'
import { addressGroup } from '#lib/api/http/client-address.ts'
import { waitForTurn } from '#lib/auth/requests/dear-requests.ts'
import { countAppRequest } from '#lib/auth/requests/request-limits.ts'
import { refuseGuessing } from '#lib/sync/greader/client-login.ts'
import { subscriberOf, type SyncCall, type SyncDoors } from '#lib/sync/doors.ts'
import { feverItems, listIds } from './fever-items.ts'
import { favicons, feedsGroups, groups, listFeverFeeds, newestFetch } from './fever-lists.ts'
import { changeByFever } from './fever-marks.ts'
import { readParameters } from '#lib/sync/parameters.ts'
import { dataAnswer, ok } from '#lib/sync/sync-answer.ts'

/** Wrong keys from one address: the key is as good as the app password, which has 118 bits. */
const wrongKeys = { max: 60, windowMs: 60_000 } as const
const version = 3

type Command = (call: SyncCall) => Promise<object>
/** The commands in the query, and what each adds to the answer; several of them all do. */
const commands: Readonly<Record<string, Command>> = {
  groups: async (call) => ({ ...(await groups(call)), ...(await feedsGroups(call)) }),
  feeds: async (call) => ({ ...(await listFeverFeeds(call)), ...(await feedsGroups(call)) }),
  favicons,
  items: feverItems,
  unread_item_ids: (call) => listIds(call, 'unread_item_ids'),
  saved_item_ids: (call) => listIds(call, 'saved_item_ids'),
  links: () => Promise.resolve({ links: [] }),
}

/** Commands that go through all that an account has. */
const dear = ['unread_item_ids', 'saved_item_ids', 'unread_recently_read']

/**
 * Answers a call of the Fever API: always 200, with `auth: 0` where the key is wrong. Marks come first, so that the lists
 * asked for with them are as they are then.
 * @throws SyncRefusal 429
 */
export async function answerFever(request: Request, doors: SyncDoors): Promise<Response> {
  const parameters = await readParameters(request, {
    identify: (beginning) => identify(request, beginning, doors),
  })
  // Some apps leave `api` out, and FreshRSS and Miniflux never look for it: a key alone is a call as well.
  if (!['api', 'api_key', 'API_KEY'].some((name) => parameters.has(name))) return ok()
  const now = doors.now()
  const database = doors.database()
  const key = parameters.one('api_key') ?? parameters.one('API_KEY') ?? ''
  const access = await findByKey(key, doors)
  if (access === null) {
    await refuseGuessing(database, `fever address ${addressGroup(request.headers)}`, wrongKeys)
    return dataAnswer({ api_version: version, auth: 0 })
  }
  noteApp(database, request, access)
  await countAppRequest(access.subscriber.id, 1, request)
  const isOfAll =
    dear.some((name) => parameters.has(name)) || ['feed', 'group'].includes(parameters.one('mark') ?? '')
  if (isOfAll) await waitForTurn(request, access.subscriber.id)
  const call: SyncCall = { request, parameters, access, database: doors.database(), doors, now }
  const changed = await changeByFever(call)
  const wanted = Object.keys(commands).filter((name) => parameters.has(name))
  const parts: object[] = []
  for (const name of new Set([...changed, ...wanted])) parts.push((await commands[name]?.(call)) ?? {})
  const last_refreshed_on_time = await newestFetch(database, subscriberOf(call))
  return dataAnswer(
    Object.assign({ api_version: version, auth: 1, last_refreshed_on_time }, ...parts) as object,
  )
}

/** Takes a longer body of an app whose key is known before the body has come. @throws SyncRefusal 429, as each look is a guess */
async function identify(request: Request, beginning: Buffer, doors: SyncDoors): Promise<void> {
  const inHead = new URL(request.url).searchParams.get('api_key') ?? ''
  const access = await findByKey(keyIn(beginning) ?? inHead, doors)
  if (access !== null) return noteApp(doors.database(), request, access)
  await refuseGuessing(doors.database(), `fever address ${addressGroup(request.headers)}`, wrongKeys)
}

async function findByKey(text: string, doors: SyncDoors) {
  const key = text.trim()
  return /^[0-9a-f]{32}$/i.test(key) ? findFeverApp(doors.database(), key, new Date(doors.now())) : null
}

/** The key in the beginning of a form of either kind. */
function keyIn(beginning: Buffer): string | undefined {
  const text = beginning.toString('latin1')
  return /(?:^|&)api_key=([0-9a-f]{32})|name="?api_key"?\r\n\r\n([0-9a-f]{32})/i
    .exec(text)
    ?.slice(1)
    .find(Boolean)
}
