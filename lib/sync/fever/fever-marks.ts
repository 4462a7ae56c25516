import { changeReaderItems, type ReaderChange } from '#lib/store/marks/change-reader-items.ts'
import { markFoundRead } from '#lib/store/marks/mark-found-read.ts'
import { unreadRecentlyRead } from '#lib/store/marks/recently-read.ts'
import type { ReaderStream } from '#lib/store/sync/reader-members.ts'
import { subscriberOf, type SyncCall } from '#lib/sync/doors.ts'
import { topId, topStream } from '#lib/sync/top-folder.ts'
import { spanIn } from '#lib/sync/instant-of.ts'

const states: Readonly<Record<string, Pick<ReaderChange, 'isRead' | 'isStarred'>>> = {
  read: { isRead: true },
  unread: { isRead: false },
  saved: { isStarred: true },
  unsaved: { isStarred: false },
}

/** Does what the call asks to be changed. @returns the lists that its answer has to have, as they are then */
export async function changeByFever(call: SyncCall): Promise<('unread_item_ids' | 'saved_item_ids')[]> {
  const { parameters, request } = call
  if (request.method !== 'POST') return []
  if (parameters.one('unread_recently_read') === '1') {
    await unreadRecentlyRead(call.database, subscriberOf(call), call.now)
    return ['unread_item_ids']
  }
  const as = parameters.one('as') ?? ''
  const id = /^-?\d{1,15}$/.exec(parameters.one('id') ?? '')?.[0]
  if (id === undefined) return []
  const mark = parameters.one('mark')?.toLowerCase()
  if (mark === 'item') return markItem(call, as, BigInt(id))
  if ((mark === 'feed' || mark === 'group') && as === 'read') return markAll(call, mark, Number(id))
  return []
}

/** Sets the state, so that a call that is sent twice does what it did once. */
async function markItem(call: SyncCall, as: string, id: bigint) {
  const change = Object.hasOwn(states, as) ? states[as] : undefined
  if (change === undefined) return []
  const none = { labelled: [], unlabelled: [] }
  await changeReaderItems(call.database, subscriberOf(call), [id], { ...change, ...none }, call.now)
  return [change.isRead === undefined ? ('saved_item_ids' as const) : ('unread_item_ids' as const)]
}

/** A source, a folder, or (0) everything; -1, Fever's sparks, is nothing here. Only what was stored before `before`: nothing before 0, as in Miniflux. */
async function markAll(call: SyncCall, mark: 'feed' | 'group', id: number) {
  const { parameters, database, now } = call
  const before = parameters.one('before')
  // As FreshRSS casts it to a whole number: a fraction is cut off, and of what is no time or before all time nothing is marked.
  const whole = /^\d+/.exec(before ?? '')?.[0] ?? '0'
  const foundThrough = before === null ? null : new Date((spanIn(whole)?.fromMs ?? 0) - 1)
  await markFoundRead(database, subscriberOf(call), await streamOf(call, mark, id), foundThrough, now)
  return ['unread_item_ids' as const]
}

async function streamOf(call: SyncCall, mark: 'feed' | 'group', id: number): Promise<ReaderStream> {
  if (mark === 'group' && id === 0) return { kind: 'all' }
  if (mark === 'group' && id === topId) return topStream(call)
  const isNumber = id > 0 && id < 2 ** 31
  return isNumber ? { kind: mark === 'feed' ? 'source' : 'folder', id } : { kind: 'nothing' }
}
