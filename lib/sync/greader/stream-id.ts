type Kept = 'all' | 'read' | 'unread' | 'starred' | 'kept-unread'

/** A stream as apps name it, before names are looked up. */
export type StreamId =
  | { readonly kind: Kept | 'nothing' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'number'; readonly id: number }
  | { readonly kind: 'url'; readonly url: string }

const states: ReadonlyMap<string, Kept> = new Map([
  ['reading-list', 'all'],
  ['read', 'read'],
  // Google had no such stream; FreshRSS has it, and its clients ask for it.
  ['unread', 'unread'],
  ['starred', 'starred'],
  ['kept-unread', 'kept-unread'],
  ['tracking-kept-unread', 'kept-unread'],
])
const greatestId = 2 ** 31 - 1

/**
 * The meaning of a stream's id. The account's part is "-" or anything; of states that we do not keep ("like", "broadcast") and
 * what is no id at all the stream is empty. A source goes by its number or its address, before which some apps put "feed/" twice. FreshRSS knows
 * "reading-list" alone, too, and an app asks for no other list.
 */
export function parseStreamId(text: string): StreamId {
  const [, state] = /^user\/[^/]*\/state\/com\.google\/([^/]+)\/?$/.exec(text) ?? []
  if (state !== undefined) return { kind: states.get(state) ?? 'nothing' }
  if (text === 'reading-list') return { kind: 'all' }
  const [, name] = /^user\/[^/]*\/label\/(.+)$/s.exec(text) ?? []
  if (name !== undefined) return { kind: 'name', name }
  const [, feed] = /^(?:feed\/)+(.+)$/s.exec(text) ?? []
  if (feed === undefined) return { kind: 'nothing' }
  const id = /^\d{1,10}\/?$/.test(feed) ? Number.parseInt(feed, 10) : null
  if (id === null) return { kind: 'url', url: feed }
  return id <= greatestId ? { kind: 'number', id } : { kind: 'nothing' }
}

/** The id of a state's stream, as we write it. */
export function stateId(state: 'fresh' | 'reading-list' | 'read' | 'starred'): string {
  return `user/-/state/com.google/${state}`
}

/** The id of a folder's or label's stream. */
export function nameId(name: string): string {
  return `user/-/label/${name}`
}

/** The id of a source's stream. */
export function sourceStreamId(sourceId: number): string {
  return `feed/${sourceId}`
}
