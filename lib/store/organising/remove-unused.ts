import { deepestFolder, type ImportMade } from '#lib/api/sources/subscriptions.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { withoutAsked } from '#lib/store/lists/rename-in-views.ts'
import { lockFolders } from './folder-tree.ts'

const none = { none: {} } as const
/** An alert, a rule or an output of a place makes it somebody's own. */
const unusedFolder = {
  subscriptions: none,
  inner: none,
  rules: none,
  alerts: none,
  outputFeeds: none,
  digests: none,
} as const
const unusedLabel = {
  subscriptions: none,
  postings: none,
  rules: none,
  outputFeeds: none,
  digests: none,
} as const

/** Deletes those of the folders and labels that hold nothing and that nothing asks for. */
export async function removeUnused(
  database: Database,
  subscriberId: string,
  { folderIds, labelIds }: Pick<ImportMade, 'folderIds' | 'labelIds'>,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await lockFolders(transaction, subscriberId)
    const allFolders = await transaction.$queryRaw<{ id: number; name: string }[]>`
      SELECT "id", "name" FROM "folder" WHERE "subscriberId" = ${subscriberId}`
    // Nobody gives a label between the look whether it is used and its end.
    const allLabels = await transaction.$queryRaw<{ id: number; name: string }[]>`
      SELECT "id", "name" FROM "label" WHERE "subscriberId" = ${subscriberId} ORDER BY "id" FOR UPDATE`
    const folders = await withoutAsked(transaction, subscriberId, 'in', parted(allFolders, folderIds))
    const labels = await withoutAsked(transaction, subscriberId, 'label', parted(allLabels, labelIds))
    // A folder around others is empty once they are gone.
    for (let depth = 0; depth < deepestFolder; depth += 1)
      await transaction.folder.deleteMany({ where: { ...idsOf(folders), ...unusedFolder } })
    await transaction.label.deleteMany({ where: { ...idsOf(labels), ...unusedLabel } })
    await notify(transaction, { type: 'state', subscriberId })
  })
}

function parted<Row extends { readonly id: number }>(rows: readonly Row[], goingIds: readonly number[]) {
  const ids = new Set(goingIds)
  return { going: rows.filter(({ id }) => ids.has(id)), staying: rows.filter(({ id }) => !ids.has(id)) }
}

function idsOf(rows: readonly { readonly id: number }[]) {
  return { id: { in: rows.map(({ id }) => id) } }
}
