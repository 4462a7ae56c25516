import { ApiError } from '#lib/api/http/errors.ts'
import { errorText } from '#lib/api/http/route.ts'
import { waitForTurn } from '#lib/auth/requests/dear-requests.ts'
import {
  countReaderPostings,
  countReaderSources,
  listReaderSources,
  type ReaderSource,
} from '#lib/store/sync/reader-sources.ts'
import { subscriberOf } from '#lib/sync/doors.ts'
import { json, streamedJson } from './answer.ts'
import { instantText, userNumber, type MinifluxCall } from './call.ts'
import { folderIdOf, readCategories, requireCategory, type Categories } from './categories.ts'

/** The settings of a feed that Miniflux has and Skylark has not. Apps read some of them, so that nothing may be missing. */
const unset = {
  etag_header: '',
  last_modified_header: '',
  scraper_rules: '',
  rewrite_rules: '',
  urlrewrite_rules: '',
  blocklist_rules: '',
  keeplist_rules: '',
  block_filter_entry_rules: '',
  keep_filter_entry_rules: '',
  user_agent: '',
  cookie: '',
  username: '',
  password: '',
  proxy_url: '',
  disabled: false,
  no_media_player: false,
  ignore_http_cache: false,
  ignore_entry_updates: false,
  allow_self_signed_certificates: false,
  fetch_via_proxy: false,
  disable_http2: false,
  apprise_service_urls: '',
  webhook_url: '',
  ntfy_enabled: false,
  ntfy_priority: 0,
  ntfy_topic: '',
  pushover_enabled: false,
  pushover_priority: 0,
} as const

/** The facts of a source in an entry that the subscriber left. */
type KnownFeed = Pick<ReaderSource, 'sourceId' | 'title' | 'url' | 'siteUrl' | 'folderId'> &
  Partial<ReaderSource>

/** A source in the form of Miniflux. Its icon has its number. */
export function feedOf(call: MinifluxCall, source: KnownFeed, categories: Categories) {
  const { iconUrl = null, lastError = null, consecutiveFailures = 0 } = source
  return {
    id: source.sourceId,
    user_id: userNumber(call),
    feed_url: source.url,
    site_url: source.siteUrl ?? source.url,
    title: source.title,
    description: source.description ?? '',
    language: source.language ?? '',
    checked_at: instantText(source.lastPolledAt ?? null),
    next_check_at: instantText(source.nextPollAt ?? null),
    parsing_error_message: lastError === null ? '' : sayFailure(call, lastError),
    parsing_error_count: consecutiveFailures,
    ...unset,
    crawler: source.fullText ?? false,
    hide_globally: source.isMuted ?? false,
    category: categories.ofFolder(source.folderId),
    icon: {
      feed_id: source.sourceId,
      icon_id: iconUrl === null ? 0 : source.sourceId,
      external_icon_id: '',
    },
  }
}

function sayFailure({ language }: MinifluxCall, detail: NonNullable<ReaderSource['lastError']>): string {
  return errorText(new ApiError('source_unreachable', 'hostSilent', { detail }), language)
}

/** The subscriptions, by name. */
export async function listFeeds(call: MinifluxCall): Promise<Response> {
  return feedsWithin(call, () => true)
}

/** The subscriptions in a category. */
export async function listCategoryFeeds(call: MinifluxCall): Promise<Response> {
  const category = requireCategory(await readCategories(call), call.ids[0])
  return feedsWithin(call, ({ folderId }) => folderId === folderIdOf(category))
}

/** So many are written together: thousands would hold up all other answers. */
const together = 100

async function feedsWithin(
  call: MinifluxCall,
  isMeant: (source: ReaderSource) => boolean,
): Promise<Response> {
  await waitForTurn(call.request, subscriberOf(call))
  const [sources, categories] = await Promise.all([
    listReaderSources(call.database, subscriberOf(call)),
    readCategories(call),
  ])
  return streamedJson(partsOf(call, sources.filter(isMeant), categories))
}

function* partsOf(
  call: MinifluxCall,
  sources: readonly ReaderSource[],
  categories: Categories,
): Generator<string> {
  yield '['
  for (let at = 0; at < sources.length; at += together) {
    const feeds = sources.slice(at, at + together).map((source) => feedOf(call, source, categories))
    yield (at === 0 ? '' : ',') + feeds.map((feed) => JSON.stringify(feed)).join(',')
  }
  yield ']'
}

/** One subscription. */
export async function showFeed(call: MinifluxCall): Promise<Response> {
  const source = await requireFeed(call)
  return json(feedOf(call, source, await readCategories(call)))
}

/** The subscription that the path names first. @throws ApiError not_found */
export async function requireFeed(call: MinifluxCall): Promise<ReaderSource> {
  const source = await findSubscribed(call, call.ids[0])
  if (source === null) throw notSubscribed()
  return source
}

/** A subscription of the caller's by its source's number, or null. */
export async function findSubscribed(call: MinifluxCall, sourceId: number): Promise<ReaderSource | null> {
  const [source = null] = await listReaderSources(call.database, subscriberOf(call), [sourceId])
  return source
}

function notSubscribed(): ApiError {
  return new ApiError('not_found', 'notSubscribed')
}

/** The number of entries of each feed that are read and unread; feeds that have none of a kind are missing there, as in Miniflux. */
export async function countFeeds(call: MinifluxCall): Promise<Response> {
  await waitForTurn(call.request, subscriberOf(call))
  const [counts, totals] = await Promise.all([
    countReaderSources(call.database, subscriberOf(call)),
    countReaderPostings(call.database, subscriberOf(call)),
  ])
  const entries = counts.map(({ sourceId, unread }) => ({
    sourceId,
    unread,
    read: Math.max(0, (totals.get(sourceId) ?? 0) - unread),
  }))
  const numbers = (kind: 'read' | 'unread') =>
    Object.fromEntries(entries.filter((each) => each[kind] > 0).map((each) => [each.sourceId, each[kind]]))
  return json({ reads: numbers('read'), unreads: numbers('unread') })
}

/** The icon of a feed, which has the feed's number, with its picture as text. */
export async function showIcon(call: MinifluxCall): Promise<Response> {
  const { sourceId, iconUrl } = await requireFeed(call)
  const data = iconUrl === null ? null : await call.doors.fetchIcon(subscriberOf(call), iconUrl)
  if (data === null)
    throw new ApiError('not_found', 'nothingAt', { values: { address: iconUrl ?? `icons/${sourceId}` } })
  return json({ id: sourceId, mime_type: data.slice(0, data.indexOf(';')), data })
}
