import type { FolderItem, SubscriptionItem } from '#lib/api/subscriptions.ts'

export type SubscriptionGroup = {
  /** Null: subscriptions without a folder. */
  readonly folder: FolderItem | null
  readonly items: readonly SubscriptionItem[]
  readonly unread: number
}

/** Folders in their order, then what has none. Folders without a match disappear while a search is on. */
export function groupSubscriptions(
  subscriptions: readonly SubscriptionItem[],
  folders: readonly FolderItem[],
  search: string,
): SubscriptionGroup[] {
  const wanted = search.trim().toLowerCase()
  const shown = subscriptions.filter(
    (item) => wanted === '' || `${item.title} ${item.url}`.toLowerCase().includes(wanted),
  )
  const known = new Set(folders.map((folder) => folder.id))
  const groupOf = (folder: FolderItem | null, items: readonly SubscriptionItem[]) => ({
    folder,
    items,
    unread: items.reduce((sum, item) => sum + item.unread, 0),
  })
  const grouped = folders.map((folder) =>
    groupOf(
      folder,
      shown.filter((item) => item.folderId === folder.id),
    ),
  )
  const loose = groupOf(
    null,
    shown.filter((item) => item.folderId === null || !known.has(item.folderId)),
  )
  return [...grouped, loose].filter(
    (group) => group.items.length > 0 || (wanted === '' && group.folder !== null),
  )
}
