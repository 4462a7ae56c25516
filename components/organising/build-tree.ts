import type { OrganisingSettings, SourceOrder } from '#lib/api/organising/organising.ts'
import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'

export type FolderBranch = {
  readonly folder: FolderItem
  readonly folders: readonly FolderBranch[]
  readonly sources: readonly SubscriptionItem[]
  /** In it and in the folders inside. */
  readonly unread: number
  readonly size: number
  readonly newestAt: string
}

/** The top level: folders, and sources without one. */
export type Tree = Pick<FolderBranch, 'folders' | 'sources'>

/** The list that is open is shown whatever the settings hide. */
type ShownAnyway = { readonly folderId?: number | undefined; readonly sourceId?: number | undefined }

type Facts = {
  readonly folders: readonly FolderItem[]
  readonly subscriptions: readonly SubscriptionItem[]
  readonly counts: UnreadCounts | undefined
  readonly settings: OrganisingSettings
  readonly kept?: ShownAnyway
  /** Compares names in the reader's language. */
  readonly collator: Intl.Collator
}

/** Folders in folders with their sources, in the reader's order and as far as they are to be shown. O(n log n). */
export function buildTree(facts: Facts): Tree {
  const known = new Set(facts.folders.map(({ id }) => id))
  const foldersIn = Map.groupBy(facts.folders, ({ parentId }) => parentId)
  const sourcesIn = Map.groupBy(facts.subscriptions, ({ folderId }) =>
    folderId !== null && known.has(folderId) ? folderId : null,
  )
  const branchOf = (folder: FolderItem): FolderBranch => {
    const folders = (foldersIn.get(folder.id) ?? []).map(branchOf)
    const sources = sourcesIn.get(folder.id) ?? []
    return {
      folder,
      ...arrange(facts, folders, sources),
      unread: facts.counts?.byFolder[folder.id] ?? 0,
      size: folders.reduce((sum, each) => sum + each.size, sources.length),
      newestAt: latest([
        ...folders.map((each) => each.newestAt),
        ...sources.map((each) => each.lastPostingAt ?? ''),
      ]),
    }
  }
  return arrange(facts, (foldersIn.get(null) ?? []).map(branchOf), sourcesIn.get(null) ?? [])
}

/**
 * The rows that dragging works on: everything, also what is hidden now. `shown`: in the order on the screen, which a drop changes;
 * `own`: in the reader's own order, which the way back has to bring again whatever is on the screen.
 */
export function buildWholeTrees(facts: Omit<Facts, 'kept'>): { readonly shown: Tree; readonly own: Tree } {
  const inOrder = (order: SourceOrder) => buildTree({ ...facts, settings: { order, shown: 'all' } })
  return { shown: inOrder(facts.settings.order), own: inOrder('own') }
}

function latest(instants: readonly string[]): string {
  return instants.reduce((newest, each) => (each > newest ? each : newest), '')
}

/** Unread postings of a source, as the tree shows them: a muted one shows none. */
export function shownUnread(counts: UnreadCounts | undefined, source: SubscriptionItem): number {
  return source.isMuted ? 0 : (counts?.bySource[source.sourceId] ?? source.unread)
}

function arrange(facts: Facts, folders: readonly FolderBranch[], sources: readonly SubscriptionItem[]): Tree {
  const { settings, counts, collator } = facts
  const byName = (one: { name: string }, other: { name: string }) => collator.compare(one.name, other.name)
  const sorted = <T>(rows: readonly T[], read: (row: T) => Sortable) =>
    rows
      .map((row) => ({ row, by: read(row) }))
      .sort((one, other) => inOrder[settings.order](one.by, other.by) || byName(one.by, other.by))
      .map(({ row }) => row)
  const shownFolders = sorted(folders, (each) => ({
    name: each.folder.name,
    unread: each.unread,
    newestAt: each.newestAt,
    position: each.folder.position,
  }))
  const shownSources = sorted(sources, (each) => ({
    name: each.title,
    unread: shownUnread(counts, each),
    newestAt: each.lastPostingAt ?? '',
    position: each.position,
  }))
  return {
    folders: shownFolders.filter((each) => isFolderShown(facts, each)),
    sources: shownSources.filter(
      (each) =>
        settings.shown !== 'unread' ||
        shownUnread(counts, each) > 0 ||
        facts.kept?.sourceId === each.sourceId,
    ),
  }
}

type Sortable = {
  readonly name: string
  readonly unread: number
  readonly newestAt: string
  readonly position: number
}

const inOrder: Readonly<Record<SourceOrder, (one: Sortable, other: Sortable) => number>> = {
  name: () => 0,
  unread: (one, other) => other.unread - one.unread,
  newest: (one, other) => compare(other.newestAt, one.newestAt),
  own: (one, other) => one.position - other.position,
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

function isFolderShown({ settings, kept }: Facts, branch: FolderBranch): boolean {
  if (settings.shown === 'all' || branch.folder.id === kept?.folderId) return true
  if (settings.shown === 'filled' ? branch.size > 0 : branch.unread > 0) return true
  return branch.folders.length > 0 || branch.sources.some((each) => each.sourceId === kept?.sourceId)
}
