import { readBytes } from '#lib/api/read-bytes.ts'
import { route } from '#lib/api/route.ts'
import type { FolderItem, OpmlReport, SubscriptionItem } from '#lib/api/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { writeOpml } from '#lib/feeds/write-opml.ts'
import { listFolders } from '#lib/store/folders.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { listSubscriptions } from '#lib/store/subscription-item.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { importOpml, largestList } from './import-opml.ts'

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
  const document = await readBytes(request, largestList)
  return importOpml(subscriber.id, document, languageOfRequest(request.headers))
})

function opmlOf(folders: readonly FolderItem[], subscriptions: readonly SubscriptionItem[]): string {
  const feedsOf = (folderId: number | null) => subscriptions.filter((each) => each.folderId === folderId)
  return writeOpml({
    title: 'Skylark subscriptions',
    folders: folders.map((folder) => ({ title: folder.name, feeds: feedsOf(folder.id) })),
    feeds: feedsOf(null),
  })
}
