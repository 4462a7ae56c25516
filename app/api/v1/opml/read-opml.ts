import { writeOpml, type OpmlFolder } from '#lib/feeds/write-opml.ts'
import { listFolders } from '#lib/store/folders.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { listSubscriptions } from '#lib/store/subscription-item.ts'

/** A subscriber's list as OPML: folders inside folders, in their order. */
export async function readOpml(subscriberId: string): Promise<string> {
  const [folders, subscriptions] = await Promise.all([
    listFolders(serverDatabase(), subscriberId),
    listSubscriptions(serverDatabase(), subscriberId),
  ])
  const contentsOf = (id: number | null): Omit<OpmlFolder, 'title'> => ({
    folders: folders
      .filter((each) => each.parentId === id)
      .map((each) => ({ title: each.name, ...contentsOf(each.id) })),
    feeds: subscriptions.filter((each) => each.folderId === id),
  })
  return writeOpml({ title: 'Skylark subscriptions', ...contentsOf(null) })
}
