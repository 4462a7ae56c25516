import { ApiError } from '#lib/api/errors.ts'
import { readBytes } from '#lib/api/read-bytes.ts'
import { route } from '#lib/api/route.ts'
import type { FolderItem, OpmlReport, SubscriptionItem } from '#lib/api/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { hostOf } from '#lib/feeds/normalise-url.ts'
import type { OpmlOutline, ParsedOpml } from '#lib/feeds/parse-opml.ts'
import { serverOpmlPool } from '#lib/feeds/server-parse-pool.ts'
import { writeOpml } from '#lib/feeds/write-opml.ts'
import { listFolders } from '#lib/store/folders.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { listSubscriptions } from '#lib/store/subscription-item.ts'
import { subscribeToMany, type NewSubscription, type Subscribed } from '#lib/store/subscriptions.ts'
import type { Words } from '#lib/words/areas.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

const maxBytes = 10_000_000
const maxNameLength = 100
const maxTitleLength = 200

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const [folders, subscriptions] = await Promise.all([
    listFolders(serverDatabase(), subscriber.id),
    listSubscriptions(serverDatabase(), subscriber.id),
  ])
  return new Response(opmlOf(folders, subscriptions), {
    headers: {
      'content-type': 'text/x-opml; charset=utf-8',
      'content-disposition': 'attachment; filename="skylark.opml"',
      'cache-control': 'no-store',
    },
  })
})

export const POST = route(async (request): Promise<OpmlReport> => {
  const subscriber = await requireSubscriber(request)
  const parsed = await serverOpmlPool().parse(await readBytes(request, maxBytes))
  if (parsed.refusal !== null)
    throw new ApiError('invalid_input', parsed.refusal.reason, { values: parsed.refusal.values })
  const subscriptions = parsed.outlines.map(subscriptionOf)
  const subscribed = await subscribeToMany(serverDatabase(), subscriber.id, subscriptions, systemClock.now())
  return reportOf(parsed, subscribed, wordsOf(languageOfRequest(request.headers), 'errors'))
})

function opmlOf(folders: readonly FolderItem[], subscriptions: readonly SubscriptionItem[]): string {
  const feedsOf = (folderId: number | null) => subscriptions.filter((each) => each.folderId === folderId)
  return writeOpml({
    title: 'Skylark subscriptions',
    folders: folders.map((folder) => ({ title: folder.name, feeds: feedsOf(folder.id) })),
    feeds: feedsOf(null),
  })
}

/** Folders inside folders become one with both names. The title is kept: it may be the subscriber's own. */
function subscriptionOf({ url, title, folder }: OpmlOutline): NewSubscription {
  return {
    url,
    hostName: hostOf(url),
    folderName: folder.join(' / ').slice(0, maxNameLength).trim(),
    ownTitle: title?.slice(0, maxTitleLength) ?? null,
  }
}

function reportOf(parsed: ParsedOpml, subscribed: readonly Subscribed[], t: Words<'errors'>): OpmlReport {
  const lines = parsed.outlines.map(({ line, url, title }, index): OpmlReport['lines'][number] => {
    const result = subscribed[index]?.isNew ? 'added' : 'already-subscribed'
    return { line, url, title: title ?? url, result, message: null }
  })
  const failed = parsed.problems.map(
    ({ line, url, title, reason, values }) =>
      ({ line, url, title, result: 'failed', message: t(reason, values) }) as const,
  )
  const added = lines.filter((line) => line.result === 'added').length
  return {
    added,
    alreadySubscribed: lines.length - added,
    failed: failed.length,
    lines: [...lines, ...failed].sort((a, b) => a.line - b.line),
  }
}
