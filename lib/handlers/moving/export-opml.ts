import { writeOpml, type OpmlFolder } from '#lib/documents/write/write-opml.ts'
import { listFolders } from '#lib/store/organising/folders.ts'
import { listLabels } from '#lib/store/organising/labels.ts'
import { inSlices } from '#lib/store/connection/in-pieces.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { listSubscriptions } from '#lib/store/subscriptions/subscription-item.ts'

/** A subscriber's list as OPML: folders inside folders, in their order, and what is set for each source. */
export async function exportOpml(subscriberId: string): Promise<string> {
  const [folders, subscriptions, labels] = await Promise.all([
    listFolders(serverDatabase(), subscriberId),
    listSubscriptions(serverDatabase(), subscriberId),
    listLabels(serverDatabase(), subscriberId),
  ])
  const nameOf = new Map(labels.map((label) => [label.id, label.name]))
  // Others have this thread between some of 50,000.
  const feeds = await inSlices(subscriptions, ({ ownTitle, labelIds, ...each }) => ({
    ...each,
    settings: {
      ...each,
      labels: labelIds.flatMap((id) => nameOf.get(id) ?? []).toSorted(),
      isOwnTitle: ownTitle !== null,
    },
  }))
  const foldersIn = Map.groupBy(folders, ({ parentId }) => parentId)
  const feedsIn = Map.groupBy(feeds, ({ folderId }) => folderId)
  const contentsOf = (id: number | null): Omit<OpmlFolder, 'title'> => ({
    folders: (foldersIn.get(id) ?? []).map((each) => ({ title: each.name, ...contentsOf(each.id) })),
    feeds: feedsIn.get(id) ?? [],
  })
  const list = { title: 'Skylark subscriptions', ...contentsOf(null) }
  return (await inSlices(writeOpml(list), (line) => line)).join('\n')
}
