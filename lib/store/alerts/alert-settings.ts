import type { AlertSettingsChange, AlertSettings } from '#lib/api/alerts/alerts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { defaultLimits } from './file-messages.ts'
import { notify } from '#lib/store/connection/notify.ts'

const shown = { zone: true, quietFrom: true, quietTo: true, mostPerHour: true } as const

/** The times at which a subscriber is told, and how often; the defaults where nothing is set. */
export async function getAlertSettings(database: Database, subscriberId: string): Promise<AlertSettings> {
  return (
    (await database.alertSettings.findUnique({ where: { subscriberId }, select: shown })) ?? defaultLimits
  )
}

/** Changes what is given. What waits for the end of the quiet hours as they were, comes then. @returns all of it */
export async function changeAlertSettings(
  database: Database,
  subscriberId: string,
  change: AlertSettingsChange,
): Promise<AlertSettings> {
  const data = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const settings = await database.alertSettings.upsert({
    where: { subscriberId },
    create: { ...data, subscriberId },
    update: data,
    select: shown,
  })
  await notify(database, { type: 'settings', subscriberId })
  return settings
}
