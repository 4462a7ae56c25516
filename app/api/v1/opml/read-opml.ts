import { writeOpml } from '#lib/feeds/write-opml.ts'
import { exportFolders, exportSubscriptions } from '#lib/store/export-account.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

type Subscriptions = Awaited<ReturnType<typeof exportSubscriptions>>

/** A subscriber's list as OPML: folders in their order, sources by name. */
export async function readOpml(subscriberId: string): Promise<string> {
  const [folders, subscriptions] = await Promise.all([
    exportFolders(serverDatabase(), subscriberId),
    exportSubscriptions(serverDatabase(), subscriberId),
  ])
  const byFolder = Map.groupBy(subscriptions, ({ folder }) => folder)
  return writeOpml({
    title: 'Skylark subscriptions',
    folders: folders.map(({ name }) => ({ title: name, feeds: feedsOf(byFolder.get(name) ?? []) })),
    feeds: feedsOf(byFolder.get(null) ?? []),
  })
}

function feedsOf(subscriptions: Subscriptions) {
  const feeds = subscriptions.map(({ url, title, ownTitle, siteUrl }) => ({
    url,
    title: ownTitle ?? (title || url),
    siteUrl,
  }))
  const byName = new Intl.Collator('en')
  return feeds.sort((a, b) => byName.compare(a.title, b.title) || byName.compare(a.url, b.url))
}
