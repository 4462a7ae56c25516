import type { Database } from '#lib/store/connection/database.ts'
import {
  findNewestFetch,
  listReaderSources,
  readReaderNames,
  type ReaderSource,
} from '#lib/store/sync/reader-sources.ts'
import { subscriberOf, type SyncCall } from '#lib/sync/doors.ts'
import { appNames } from '#lib/sync/greader/names.ts'
import { topId } from '#lib/sync/top-folder.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** Folders, by the names that all apps know them by, and one for what is in none, where anything is. */
export async function groups(call: SyncCall): Promise<object> {
  const names = appNames(await readReaderNames(call.database, subscriberOf(call)))
  const folders = names.all
    .filter(({ kind }) => kind === 'folder')
    .map(({ id, name }) => ({ id, title: name }))
  const sources = await listReaderSources(call.database, subscriberOf(call))
  if (sources.every(({ folderId }) => folderId !== null)) return { groups: folders }
  const language = call.access.subscriber.language ?? languageOfRequest(call.request.headers)
  return { groups: [...folders, { id: topId, title: wordsOf(language, 'organising')('noFolder') }] }
}

/** The sources of each folder: each in one, as in FreshRSS and Miniflux. */
export async function feedsGroups(call: SyncCall): Promise<object> {
  const sources = await listReaderSources(call.database, subscriberOf(call))
  const byFolder = Map.groupBy(sources, ({ folderId }) => folderId ?? topId)
  return {
    feeds_groups: [...byFolder].map(([folderId, within]) => ({
      group_id: folderId,
      feed_ids: within.map(({ sourceId }) => sourceId).join(','),
    })),
  }
}

/** Sources; the icon of one has its number. */
export async function listFeverFeeds(call: SyncCall): Promise<object> {
  const sources = await listReaderSources(call.database, subscriberOf(call))
  return {
    feeds: sources.map((source) => ({
      id: source.sourceId,
      favicon_id: source.iconUrl === null ? 0 : source.sourceId,
      title: source.title,
      url: source.url,
      site_url: source.siteUrl ?? source.url,
      is_spark: 0,
      last_updated_on_time: secondsOf(source.lastSuccessAt),
    })),
  }
}

/** Of all icons of an answer: many feeds may name one picture, which stands in it for each of them. */
const mostLetters = 16_000_000

/** Icons, as far as they are at hand and have room: what is missing is there when the app asks again. */
export async function favicons(call: SyncCall): Promise<object> {
  const sources = await listReaderSources(call.database, subscriberOf(call))
  const addresses = sources.flatMap(({ iconUrl }) => iconUrl ?? [])
  const dataOf = await call.doors.findIcons([...new Set(addresses)])
  let left = mostLetters
  return {
    favicons: sources.flatMap(({ sourceId, iconUrl }) => {
      const picture = iconUrl === null ? undefined : dataOf.get(iconUrl)
      if (picture === undefined || picture.length > left) return []
      left -= picture.length
      return [{ id: sourceId, data: picture }]
    }),
  }
}

/** The time at which anything of the subscriber's was last fetched, in seconds, as a string. */
export async function newestFetch(database: Database, subscriberId: string): Promise<string> {
  return String(secondsOf(await findNewestFetch(database, subscriberId)))
}

function secondsOf(at: ReaderSource['lastSuccessAt']): number {
  return at === null ? 0 : Math.floor(at.getTime() / 1000)
}
