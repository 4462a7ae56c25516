import type { Transaction } from '#lib/store/connection/database.ts'

/**
 * Alerts on a folder that is taken into another are on that one then. Of two that ask for the same there, the one of the other
 * folder is left: it tells by the channels of both, and has what both told.
 */
export async function moveFolderAlerts(
  transaction: Transaction,
  folderId: number,
  intoId: number,
): Promise<void> {
  const moved = await transaction.alert.findMany({ where: { folderId }, orderBy: { id: 'asc' } })
  for (const { id, kind, query, brokenHours, sourceId, isOn, channelIds, afterId } of moved) {
    const same = await transaction.alert.findFirst({
      where: { folderId: intoId, kind, query, brokenHours, sourceId, isOn },
      orderBy: { id: 'asc' },
    })
    if (same === null) {
      await transaction.alert.update({ where: { id }, data: { folderId: intoId } })
      continue
    }
    const data = {
      channelIds: [...new Set([...same.channelIds, ...channelIds])],
      // What was found after either and is not compared yet is told.
      afterId: afterId < same.afterId ? afterId : same.afterId,
    }
    await transaction.alert.update({ where: { id: same.id }, data })
    await transaction.alertHit.updateMany({ where: { alertId: id }, data: { alertId: same.id } })
    await transaction.alert.delete({ where: { id } })
  }
}

/** The names of the alerts on a folder: they end with it. */
export async function alertNamesOn(transaction: Transaction, folderId: number): Promise<string[]> {
  const rows = await transaction.alert.findMany({
    where: { folderId },
    select: { name: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ name }) => name)
}
