import { findFeverApp } from '#lib/auth/app-passwords.ts'
import { addressGroup } from '#lib/auth/client-address.ts'
import { countAppRequest } from '#lib/auth/request-limits.ts'
import { refuseGuessing } from './client-login.ts'
import { subscriberOf, type SyncCall, type SyncDoors } from './doors.ts'
import { feverItems, listIds } from './fever-items.ts'
import { favicons, feedsGroups, groups, listFeeds, newestFetch } from './fever-lists.ts'
import { changeByFever } from './fever-marks.ts'
import { readParameters } from './parameters.ts'
import { data, ok } from './sync-answer.ts'

/** Wrong keys from one address: the key is as good as the app password, which has 118 bits. */
const wrongKeys = { max: 60, windowMs: 60_000 } as const
const version = 3

type Command = (call: SyncCall) => Promise<object>
/** What a command in the query adds to the answer; several of them all do. */
const commands: Readonly<Record<string, Command>> = {
  groups: async (call) => ({ ...(await groups(call)), ...(await feedsGroups(call)) }),
  feeds: async (call) => ({ ...(await listFeeds(call)), ...(await feedsGroups(call)) }),
  favicons,
  items: feverItems,
  unread_item_ids: (call) => listIds(call, 'unread_item_ids'),
  saved_item_ids: (call) => listIds(call, 'saved_item_ids'),
  links: () => Promise.resolve({ links: [] }),
}

/**
 * Answers a call of the Fever API: always 200, with `auth: 0` where the key is wrong. Marks come first, so that the lists
 * asked for with them are as they are then.
 * @throws SyncRefusal 429
 */
export async function answerFever(request: Request, doors: SyncDoors): Promise<Response> {
  const parameters = await readParameters(request)
  if (!parameters.has('api')) return ok()
  const now = doors.now()
  const database = doors.database()
  const key = parameters.one('api_key') ?? parameters.one('API_KEY') ?? ''
  const access = /^[0-9a-f]{32}$/i.test(key) ? await findFeverApp(database, key, new Date(now)) : null
  if (access === null) {
    await refuseGuessing(database, `fever address ${addressGroup(request.headers)}`, wrongKeys)
    return data({ api_version: version, auth: 0 })
  }
  await countAppRequest(access.subscriber.id)
  const call: SyncCall = { request, parameters, access, database, doors, now }
  const changed = await changeByFever(call)
  const wanted = Object.keys(commands).filter((name) => parameters.has(name))
  const parts: object[] = []
  for (const name of new Set([...changed, ...wanted])) parts.push((await commands[name]?.(call)) ?? {})
  const last_refreshed_on_time = await newestFetch(database, subscriberOf(call))
  return data(Object.assign({ api_version: version, auth: 1, last_refreshed_on_time }, ...parts) as object)
}
