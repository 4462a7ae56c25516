import { lockClusters } from '#lib/store/stories/clusters.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { importAndPlace, type ImportRow } from './import-postings.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { endLonelyStories } from '#lib/store/stories/stories.ts'
import { isSavedPages } from '#lib/store/ground/saved-pages.ts'

/**
 * Keeps a page in the subscriber's own archive of saved pages and puts it on the list of what is read later; its text is loaded
 * after that. A page that was saved before stays as it is, and comes on the list again.
 * @returns its number
 */
export async function savePage(
  database: Database,
  subscriberId: string,
  row: ImportRow,
  now: number,
): Promise<bigint> {
  const { ids } = await importAndPlace(database, subscriberId, [row], now)
  const id = ids[0] ?? null
  if (id === null) throw new Error(`The page ${row.posting.url ?? row.key} was not stored.`)
  return id
}

/**
 * Removes a page that the subscriber saved, with all that was noted and marked in it.
 * @returns false where there is no such page of theirs
 */
export async function removeSavedPage(
  database: Database,
  subscriberId: string,
  id: bigint,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    await lockClusters(transaction) // a story that it leaves alone is none, also one that is being made
    const [removed] = await transaction.$queryRaw<{ clusterId: bigint | null }[]>`
      DELETE FROM "posting" p USING "source" s
      WHERE p."id" = ${id} AND s."id" = p."sourceId" AND s."archiveOwnerId" = ${subscriberId} AND ${isSavedPages}
      RETURNING p."clusterId"`
    if (removed === undefined) return false
    const where = { subscriberId, postingId: id }
    await transaction.postingState.deleteMany({ where })
    await transaction.postingLabel.deleteMany({ where })
    await transaction.postingNote.deleteMany({ where })
    await transaction.postingHighlight.deleteMany({ where })
    if (removed.clusterId !== null) await endLonelyStories(transaction, [removed.clusterId])
    await notify(transaction, { type: 'state', subscriberId, postings: 'many' })
    return true
  })
}

/** Forgets why the text of a saved page could not be loaded, so that whoever asks for it has it tried again. */
export async function forgetFailedPage(database: Database, id: bigint): Promise<void> {
  await database.$executeRaw`
    DELETE FROM "posting_full_text" f USING "posting" p, "source" s
    WHERE f."postingId" = ${id} AND p."id" = f."postingId" AND s."id" = p."sourceId" AND ${isSavedPages}
      AND f."html" IS NULL AND f."failureKind" IS NOT NULL AND f."failureKind" <> 'resting'`
}

/** Gives a saved page the address that its text was read from. */
export async function movePage(database: Database, id: bigint, url: string): Promise<void> {
  await database.posting.update({ where: { id }, data: { url }, select: { id: true } })
}
