import { createHash } from 'node:crypto'
import { readerIcons } from '#lib/store/reader-items.ts'
import {
  countReaderLabels,
  countReaderSources,
  listReaderSources,
  readReaderNames,
  type ReaderCount,
} from '#lib/store/reader-sources.ts'
import { subscriberOf, type SyncCall } from './doors.ts'
import { appNames, type AppNames } from './names.ts'
import { nameId, sourceStreamId, stateId } from './stream-id.ts'
import { data, openHeaders } from './sync-answer.ts'

/** Who is signed in; Fluent Reader asks for nothing but its status. */
export function userInfo({ access: { subscriber }, parameters }: SyncCall): Response {
  const { id, name, email } = subscriber
  return data({ userId: id, userName: name, userProfileId: id, userEmail: email }, parameters.one('output'))
}

/** Folders and labels. */
export async function listTags(call: SyncCall): Promise<Response> {
  const names = await namesOf(call)
  const counts = await countReaderLabels(call.database, subscriberOf(call))
  const tags = names.all.map(({ kind, id, name }) =>
    kind === 'folder'
      ? { id: nameId(name), type: 'folder' }
      : { id: nameId(name), type: 'tag', unread_count: counts.get(id) ?? 0 },
  )
  return validated(call, { tags: [{ id: stateId('starred') }, { id: stateId('reading-list') }, ...tags] })
}

/** Subscriptions, each in one folder at most: NetNewsWire refuses two. */
export async function listSubscriptions(call: SyncCall): Promise<Response> {
  const { database } = call
  const [sources, names, iconOf] = await Promise.all([
    listReaderSources(database, subscriberOf(call)),
    namesOf(call),
    readerIcons(database, subscriberOf(call)),
  ])
  const subscriptions = sources.map((source) => {
    const folder = names.folderName(source.folderId)
    const iconUrl = iconOf(source.iconUrl)
    return {
      id: sourceStreamId(source.sourceId),
      title: source.title,
      url: source.url,
      htmlUrl: source.siteUrl ?? source.url,
      ...(iconUrl === null ? {} : { iconUrl }),
      categories: folder === null ? [] : [{ id: nameId(folder), label: folder }],
      sortid: source.subscriptionId.toString(16).padStart(8, '0'),
      firstitemmsec: String(source.createdAt.getTime()),
    }
  })
  return validated(call, { subscriptions })
}

/** Unread postings by source, folder, label and all; the times move only when something was found. */
export async function unreadCount(call: SyncCall): Promise<Response> {
  const { database, parameters } = call
  const [sources, names, labels] = await Promise.all([
    countReaderSources(database, subscriberOf(call)),
    namesOf(call),
    countReaderLabels(database, subscriberOf(call)),
  ])
  const heard = sources.filter(({ isMuted }) => !isMuted)
  const newest = newestOf(heard)
  const tags = names.all.map(({ kind, id, name }) => {
    if (kind === 'label') return counted(nameId(name), labels.get(id) ?? 0, newest)
    const within = heard.filter(({ folderId }) => folderId === id)
    return counted(nameId(name), sumOf(within), newestOf(within))
  })
  const unreadcounts = [
    ...sources.map(({ sourceId, unread, newestAt }) => counted(sourceStreamId(sourceId), unread, newestAt)),
    ...tags,
    counted(stateId('reading-list'), sumOf(heard), newest),
  ]
  return data({ max: 10_000, unreadcounts }, parameters.one('output'))
}

async function namesOf(call: SyncCall): Promise<AppNames> {
  return appNames(await readReaderNames(call.database, subscriberOf(call)))
}

function counted(id: string, count: number, newestAt: Date | null) {
  return { id, count, newestItemTimestampUsec: `${newestAt?.getTime() ?? 0}000` }
}

function sumOf(counts: readonly ReaderCount[]): number {
  return counts.reduce((sum, { unread }) => sum + unread, 0)
}

function newestOf(counts: readonly ReaderCount[]): Date | null {
  return counts.reduce<Date | null>(
    (newest, { newestAt }) =>
      newestAt !== null && (newest === null || newestAt > newest) ? newestAt : newest,
    null,
  )
}

/** 2000-01-01 and 25 years, in seconds. */
const [datesFrom, datesReach] = [946_684_800, 788_400_000]

/**
 * With validators, by which NetNewsWire spares itself work. When the list last changed is not stored, so that
 * Last-Modified is a time made of the list's hash: it is another one whenever the list is, and only ever compared as sent.
 */
function validated({ request, parameters }: SyncCall, body: object): Response {
  const output = parameters.one('output')
  const hash = createHash('sha256')
    .update(output ?? '')
    .update(JSON.stringify(body))
    .digest()
  const etag = `"${hash.toString('base64url').slice(0, 27)}"`
  const modified = new Date((datesFrom + (hash.readUInt32BE(0) % datesReach)) * 1000).toUTCString()
  const headers = { etag, 'last-modified': modified, 'cache-control': 'private, no-cache' }
  const known = request.headers.get('if-none-match')
  const isKnown =
    known === null
      ? request.headers.get('if-modified-since') === modified
      : known.split(',').some(
          (each) =>
            each
              .trim()
              .replace(/^W\//, '')
              .replace(/-gzip"$/, '"') === etag,
        )
  if (isKnown) return new Response(null, { status: 304, headers: { ...openHeaders, ...headers } })
  return data(body, output, headers)
}
