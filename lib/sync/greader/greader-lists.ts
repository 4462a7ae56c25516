import { readerIcons } from '#lib/store/sync/reader-items.ts'
import {
  countReaderLabels,
  countReaderSources,
  listReaderSources,
  readReaderNames,
  type ReaderCount,
} from '#lib/store/sync/reader-sources.ts'
import { subscriberOf, type SyncCall } from '#lib/sync/doors.ts'
import { appNames, type AppNames } from './names.ts'
import { nameId, sourceStreamId, stateId } from './stream-id.ts'
import { dataAnswer } from '#lib/sync/sync-answer.ts'

/** The account that is signed in; Fluent Reader asks for nothing but its status. */
export function userInfo({ access: { subscriber }, parameters }: SyncCall): Response {
  const { id, name, email } = subscriber
  return dataAnswer(
    { userId: id, userName: name, userProfileId: id, userEmail: email },
    parameters.one('output'),
  )
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
  const all = [{ id: stateId('starred') }, { id: stateId('reading-list') }, ...tags]
  return dataAnswer({ tags: all }, call.parameters.one('output'))
}

/**
 * Subscriptions, each in one folder at most: NetNewsWire refuses two. Without validators, as in FreshRSS and Miniflux: Liferea asks
 * for articles only after an answer that is not 304.
 */
export async function listGreaderSubscriptions(call: SyncCall): Promise<Response> {
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
  return dataAnswer({ subscriptions }, call.parameters.one('output'))
}

/**
 * Unread postings by source, folder, label and all; the times move only when something was found. `max` is the number of all, as in
 * FreshRSS: a dashboard shows it. Google's was the number that it counted to.
 */
export async function unreadCount(call: SyncCall): Promise<Response> {
  const { database, parameters } = call
  const [sources, names, labels] = await Promise.all([
    countReaderSources(database, subscriberOf(call)),
    namesOf(call),
    countReaderLabels(database, subscriberOf(call)),
  ])
  const heard = sources.filter(({ isMuted }) => !isMuted)
  const newest = newestOf(heard)
  const unread = sumOf(heard)
  const heardIn = Map.groupBy(heard, ({ folderId }) => folderId)
  const tags = names.all.map(({ kind, id, name }) => {
    if (kind === 'label') return counted(nameId(name), labels.get(id) ?? 0, newest)
    const within = heardIn.get(id) ?? []
    return counted(nameId(name), sumOf(within), newestOf(within))
  })
  const unreadcounts = [
    ...sources.map(({ sourceId, unread, newestAt }) => counted(sourceStreamId(sourceId), unread, newestAt)),
    ...tags,
    counted(stateId('reading-list'), unread, newest),
  ]
  return dataAnswer({ max: unread, unreadcounts }, parameters.one('output'))
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
