import { changeReaderItems } from '#lib/store/marks/change-reader-items.ts'
import { createLabel } from '#lib/store/organising/labels.ts'
import { markFoundRead } from '#lib/store/marks/mark-found-read.ts'
import { subscriberOf, type SyncCall } from '#lib/sync/doors.ts'
import { spanIn } from '#lib/sync/instant-of.ts'
import { parseItemId } from '#lib/sync/item-id.ts'
import { lookUpStreams, refuseMany } from './stream-lookup.ts'
import { parseStreamId } from './stream-id.ts'
import { ok, refusal } from '#lib/sync/sync-answer.ts'
import { cutName } from '#lib/text/names.ts'

/** Ids in one call; NetNewsWire sends a thousand. */
const mostIds = 10_000

type Wish = { isRead?: boolean; isStarred?: boolean; readonly on: Set<string>; readonly off: Set<string> }

/**
 * Marks postings read or unread, starred or not, and labels them: all of it, or where it cannot be stored nothing. A label that is put on
 * no posting is made.
 */
export async function editTag(call: SyncCall): Promise<Response> {
  const { parameters, database, now } = call
  const texts = parameters.all('i')
  if (texts.length > mostIds) throw refusal(413, 'Too many ids')
  const wish: Wish = { on: new Set(), off: new Set() }
  for (const tag of parameters.all('a')) wishFor(wish, tag, true)
  for (const tag of parameters.all('r')) wishFor(wish, tag, false)
  const ids = [...new Set(texts.flatMap((text) => parseItemId(text) ?? []))]
  const names = [...wish.on, ...wish.off]
  refuseMany(names)
  const labels =
    names.length === 0
      ? null
      : await lookUpStreams(
          call,
          names.map((name) => `user/-/label/${name}`),
        )
  // By what the app calls a label; a folder's name is nobody's label yet.
  const named = (name: string) => {
    const found = labels?.names.find(name)
    return found?.kind === 'label' ? { id: found.id } : { name: cutName(name, 'label') }
  }
  if (ids.length === 0) {
    for (const name of wish.on) if (labels?.names.find(name) === null) await makeLabel(call, name)
    return ok()
  }
  if (wish.on.size > 0 && !(await call.doors.hasRoom(subscriberOf(call))))
    throw refusal(400, 'Bad Request: no room for more labels')
  const { isRead, isStarred } = wish
  await changeReaderItems(
    database,
    subscriberOf(call),
    ids,
    {
      ...(isRead === undefined ? {} : { isRead }),
      ...(isStarred === undefined ? {} : { isStarred }),
      labelled: [...wish.on].map(named),
      unlabelled: [...wish.off].map(named),
    },
    now,
  )
  return ok()
}

/** Readrops makes a folder by tagging nothing with it; FreshRSS makes a label then. @throws SyncRefusal 400 when there is no room */
async function makeLabel(call: SyncCall, name: string): Promise<void> {
  const made = await createLabel(call.database, subscriberOf(call), cutName(name, 'label'))
  if (made === 'too-many') throw refusal(400, 'Bad Request: no room for another label')
}

/** Adds what one tag asks for. States that we do not keep are passed over. @throws SyncRefusal 400 for a contradiction */
function wishFor(wish: Wish, tag: string, isAdded: boolean): void {
  const stream = parseStreamId(tag)
  switch (stream.kind) {
    case 'read':
      wish.isRead = agreed(wish.isRead, isAdded)
      return
    case 'unread':
    case 'kept-unread':
      wish.isRead = agreed(wish.isRead, !isAdded)
      return
    case 'starred':
      wish.isStarred = agreed(wish.isStarred, isAdded)
      return
    case 'name': {
      const name = stream.name.trim()
      const [to, other] = isAdded ? [wish.on, wish.off] : [wish.off, wish.on]
      if (other.has(name)) throw contradiction()
      if (name !== '') to.add(name)
      return
    }
    case 'all':
    case 'nothing':
    case 'number':
    case 'url':
      return
    default:
      stream satisfies never
  }
}

function agreed(before: boolean | undefined, wanted: boolean): boolean {
  if (before !== undefined && before !== wanted) throw contradiction()
  return wanted
}

function contradiction() {
  return refusal(400, 'Bad Request: a tag cannot be both added and removed')
}

/**
 * Marks a stream read, as far as the app has seen it: what was found after `ts` stays unread. Seconds mean their beginning, as in FreshRSS and
 * Miniflux: the app may have listed before the second was over.
 */
export async function markAllAsRead(call: SyncCall): Promise<Response> {
  const { parameters, database, now } = call
  const ids = parameters
    .all('s')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.length === 0) throw refusal(400, 'Bad Request: s is missing')
  refuseMany(ids)
  const text = (parameters.one('ts') ?? '').trim()
  if (!/^\d*$/.test(text)) throw refusal(400, 'Bad Request: ts is no time')
  const span = spanIn(text)
  const foundThrough = span === null ? null : new Date(span.fromMs)
  const lookup = await lookUpStreams(call, ids)
  for (const stream of lookup.streams(ids))
    await markFoundRead(database, subscriberOf(call), stream, foundThrough, now)
  return ok()
}
