import type { AlertAbout, AlertChange, AlertRequest, AlertItem } from '#lib/api/alerts/alerts.ts'
import { lockAdding, roomFor } from '#lib/store/ground/account-limits.ts'
import { ownChannels } from './alert-channels.ts'
import { alertColumns, alertScopeColumns, noPlace, toAlertItems } from './alert-items.ts'
import { sourcesOf, storeSources } from './alert-sources.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'

/** Why an alert cannot be as it was asked for. */
export type AlertRefusal = 'too-many' | 'no-source' | 'no-folder' | 'no-view' | 'no-channel'

/** A subscriber's alerts, the oldest first. */
export async function listAlerts(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<AlertItem[]> {
  const rows = await database.alert.findMany({
    where: { subscriberId },
    select: alertColumns,
    orderBy: { id: 'asc' },
  })
  return toAlertItems(database, subscriberId, rows, now)
}

/** Null: not an alert of theirs. */
export async function findAlert(
  database: Database,
  subscriberId: string,
  id: number,
  now: number,
): Promise<AlertItem | null> {
  const row = await database.alert.findFirst({ where: { id, subscriberId }, select: alertColumns })
  if (row === null) return null
  return (await toAlertItems(database, subscriberId, [row], now))[0] ?? null
}

/** Makes an alert of what is found from now on. */
export async function createAlert(
  database: Database,
  subscriberId: string,
  { name, about, channelIds, isOn }: AlertRequest,
  now: number,
): Promise<{ readonly id: number } | AlertRefusal> {
  return database.$transaction(async (transaction) => {
    await lockAdding(transaction, subscriberId, 'alerts')
    if ((await roomFor(transaction, subscriberId, 'alerts')) === 0) return 'too-many'
    const refusal = await refuse(transaction, subscriberId, about, channelIds)
    if (refusal !== null) return refusal
    const scope = alertScopeColumns(about)
    const afterId = await newestId(transaction)
    const data = { name, channelIds, isOn, subscriberId, afterId, ...scope }
    const { id } = await transaction.alert.create({ data, select: { id: true } })
    const sourceIds = isOn ? await sourcesOf(transaction, subscriberId, scope, now) : []
    await storeSources(transaction, id, sourceIds)
    return { id }
  })
}

/**
 * Changes what is given of an alert. One that is switched on again, or is about something else, begins with what is found
 * from now on.
 */
export async function changeAlert(
  database: Database,
  subscriberId: string,
  id: number,
  { name, about, channelIds, isOn }: AlertChange,
  now: number,
): Promise<'changed' | AlertRefusal | 'not-found'> {
  return database.$transaction(async (transaction) => {
    await lockAdding(transaction, subscriberId, 'alerts')
    const before = await transaction.alert.findFirst({ where: { id, subscriberId } })
    if (before === null) return 'not-found'
    const refusal = await refuse(transaction, subscriberId, about, channelIds ?? [])
    if (refusal !== null) return refusal
    const scope = about === undefined ? before : alertScopeColumns(about)
    const beginsAnew = about !== undefined || (isOn === true && !before.isOn)
    const data = {
      ...(name === undefined ? {} : { name }),
      ...(channelIds === undefined ? {} : { channelIds }),
      ...(isOn === undefined ? {} : { isOn }),
      ...(about === undefined ? {} : alertScopeColumns(about)),
      ...(beginsAnew ? { afterId: await newestId(transaction) } : {}),
    }
    await transaction.alert.update({ where: { id }, data })
    const asks = (isOn ?? before.isOn) ? await sourcesOf(transaction, subscriberId, scope, now) : []
    await storeSources(transaction, id, asks)
    return 'changed'
  })
}

/** False: not an alert of theirs. */
export async function deleteAlert(database: Database, subscriberId: string, id: number): Promise<boolean> {
  const { count } = await database.alert.deleteMany({ where: { id, subscriberId } })
  return count > 0
}

async function newestId(transaction: Transaction): Promise<bigint> {
  const { _max: newest } = await transaction.posting.aggregate({ _max: { id: true } })
  return newest.id ?? 0n
}

/** Nobody learns of what others have: what is not theirs is not there. */
async function refuse(
  transaction: Transaction,
  subscriberId: string,
  about: AlertAbout | undefined,
  channelIds: readonly number[],
): Promise<AlertRefusal | null> {
  const { sourceId, folderId, viewId } = about === undefined ? noPlace : alertScopeColumns(about)
  if (
    sourceId !== null &&
    (await transaction.subscription.count({ where: { subscriberId, sourceId } })) === 0
  )
    return 'no-source'
  if (folderId !== null && (await transaction.folder.count({ where: { subscriberId, id: folderId } })) === 0)
    return 'no-folder'
  if (viewId !== null && (await transaction.view.count({ where: { subscriberId, id: viewId } })) === 0)
    return 'no-view'
  const own = await ownChannels(transaction, subscriberId, channelIds)
  return own.length < new Set(channelIds).size ? 'no-channel' : null
}
