import type { ReaderItem } from '#lib/store/sync/reader-items.ts'
import { longItemId } from '#lib/sync/item-id.ts'
import type { AppNames } from './names.ts'
import { nameId, sourceStreamId, stateId } from './stream-id.ts'

/**
 * A posting in the form of Google Reader. Nothing that an app reads is null or missing: Capy wants title, published, canonical
 * and all of origin, Fluent Reader canonical and crawlTimeMsec, which its next question begins at.
 */
export function greaderItem(item: ReaderItem, names: AppNames) {
  const foundMs = item.foundAt.getTime()
  const published = Math.floor((item.publishedAt?.getTime() ?? foundMs) / 1000)
  const href = item.url ?? item.siteUrl ?? item.sourceUrl
  return {
    id: longItemId(item.id),
    crawlTimeMsec: String(foundMs),
    timestampUsec: `${foundMs}000`,
    published,
    updated: item.editedAt === null ? published : Math.floor(item.editedAt.getTime() / 1000),
    title: item.title,
    author: item.author ?? '',
    canonical: [{ href }],
    alternate: [{ href, type: 'text/html' }],
    summary: { direction: 'ltr', content: item.html },
    categories: categoriesOf(item, names),
    origin: {
      streamId: sourceStreamId(item.sourceId),
      title: item.sourceTitle,
      htmlUrl: item.siteUrl ?? item.sourceUrl,
    },
    ...(item.enclosures.length === 0 ? {} : { enclosure: item.enclosures.map(enclosureOf) }),
  }
}

function categoriesOf(item: ReaderItem, names: AppNames): string[] {
  const folder = names.folderName(item.folderId)
  return [
    stateId('reading-list'),
    ...(item.isRead ? [stateId('read')] : []),
    ...(item.isStarred ? [stateId('starred')] : []),
    ...(folder === null ? [] : [nameId(folder)]),
    ...names.labelNames(item.labelIds).map(nameId),
  ]
}

function enclosureOf({ url, type, length }: ReaderItem['enclosures'][number]) {
  return {
    href: url,
    type: type ?? 'application/octet-stream',
    ...(length === null ? {} : { length }),
  }
}
