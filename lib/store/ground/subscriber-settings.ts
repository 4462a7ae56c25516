import { type SettingsChange, readSettings } from '#lib/api/accounts/subscriber-settings.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import type { Settings } from '#lib/api/accounts/declared-settings.ts'

/** All settings of a subscriber; defaults where nothing was set. */
export async function findSettings(database: Database, userId: string): Promise<Settings> {
  const row = await database.userSettings.findUnique({ where: { userId }, select: { values: true } })
  return readSettings(row?.values)
}

/** Changes those given, in one statement: two windows that change different ones at once both do. Tells all windows. */
export async function changeSubscriberSettings(
  database: Database,
  userId: string,
  change: SettingsChange,
): Promise<Settings> {
  return database.$transaction(async (transaction) => {
    const [row] = await transaction.$queryRaw<{ values: unknown }[]>`
      INSERT INTO "user_setting" AS s ("userId", "values", "updatedAt")
      VALUES (${userId}, ${JSON.stringify(change)}::jsonb, now())
      ON CONFLICT ("userId") DO UPDATE SET "values" = s."values" || excluded."values", "updatedAt" = now()
      RETURNING "values"`
    await notify(transaction, { type: 'settings', subscriberId: userId })
    return readSettings(row?.values)
  })
}
