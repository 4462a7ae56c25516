import type { ReadingSettingsChange } from '#lib/api/accounts/reading-settings.ts'
import { defaultReadingSettings, type ReadingSettings } from '#lib/api/accounts/declared-reading.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'

/** The look of texts that a subscriber wants. */
export async function getReadingSettings(
  database: Database | Transaction,
  subscriberId: string,
): Promise<ReadingSettings> {
  return (await findReadingSettings(database, subscriberId)) ?? defaultReadingSettings
}

/** The same; null for whoever never chose anything. */
export async function findReadingSettings(
  database: Database | Transaction,
  subscriberId: string,
): Promise<ReadingSettings | null> {
  const row = await database.readingSettings.findUnique({
    where: { subscriberId },
    omit: { subscriberId: true },
  })
  return row as unknown as ReadingSettings | null // written by changeReadingSettings from the same shape
}

/** Changes some settings, tells the other windows, and returns all of them. */
export async function changeReadingSettings(
  database: Database,
  subscriberId: string,
  change: ReadingSettingsChange,
): Promise<ReadingSettings> {
  return database.$transaction(async (transaction) => {
    // Not by `upsert`: that fails when two windows try at the same time.
    await transaction.readingSettings.createMany({ data: [{ subscriberId }], skipDuplicates: true })
    await transaction.readingSettings.update({ where: { subscriberId }, data: change })
    await notify(transaction, { type: 'settings', subscriberId })
    return getReadingSettings(transaction, subscriberId)
  })
}
