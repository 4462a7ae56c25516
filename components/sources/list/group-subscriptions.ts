import type { OrganisingSettings } from '#lib/api/organising/organising.ts'
import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { buildTree } from '#components/organising/build-tree.ts'
import { flattenFolders } from '#components/organising/plan-drop.ts'

export type SubscriptionGroup = {
  /** Null: subscriptions without a folder. */
  readonly folder: FolderItem | null
  /** 0 at the top. */
  readonly depth: number
  readonly items: readonly SubscriptionItem[]
  /** As the sidebar counts: with the folders inside, and stories once where lists show them once. Null: not known. */
  readonly unread: number | null
}

/**
 * Folders with what stands right in them, in their tree and the reader's order, then what has none. Here all of them are
 * shown, whatever the sidebar hides; but folders without a match disappear while a search is on.
 */
export function groupSubscriptions(
  subscriptions: readonly SubscriptionItem[],
  folders: readonly FolderItem[],
  counts: UnreadCounts | undefined,
  search: string,
  order: OrganisingSettings['order'],
  collator: Intl.Collator,
): SubscriptionGroup[] {
  const wanted = search.trim().toLowerCase()
  const found = subscriptions.filter((item) => `${item.title} ${item.url}`.toLowerCase().includes(wanted))
  const tree = buildTree({
    folders,
    subscriptions: found,
    counts: undefined,
    collator,
    settings: { order, shown: 'all' },
  })
  const groupOf = (folder: FolderItem | null, depth: number, items: readonly SubscriptionItem[]) => ({
    folder,
    depth,
    items,
    unread: folder === null ? null : (counts?.byFolder[folder.id] ?? null),
  })
  const grouped = flattenFolders(tree).map(({ branch, depth }) =>
    groupOf(branch.folder, depth, branch.sources),
  )
  return [...grouped, groupOf(null, 0, tree.sources)].filter(
    (group) => group.items.length > 0 || (wanted === '' && group.folder !== null),
  )
}
