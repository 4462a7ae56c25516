import { deepestFolder, type ImportMade } from '#lib/api/sources/subscriptions.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
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
    const folders = await transaction.$queryRaw<{ id: number }[]>`
      SELECT "id" FROM "folder" WHERE "subscriberId" = ${subscriberId} AND "id" = ANY(${[...folderIds]}::int[])`
    // Nobody gives a label between the look whether it is used and its end.
    const labels = await transaction.$queryRaw<{ id: number }[]>`
      SELECT "id" FROM "label" WHERE "subscriberId" = ${subscriberId} AND "id" = ANY(${[...labelIds]}::int[])
      ORDER BY "id" FOR UPDATE`
    // A folder around others is empty once they are gone.
    for (let depth = 0; depth < deepestFolder; depth += 1)
      await transaction.folder.deleteMany({ where: { ...idsOf(folders), ...unusedFolder } })
    await transaction.label.deleteMany({ where: { ...idsOf(labels), ...unusedLabel } })
    await notify(transaction, { type: 'state', subscriberId })
  })
}

function idsOf(rows: readonly { readonly id: number }[]) {
  return { id: { in: rows.map(({ id }) => id) } }
}
