import type { ImportReport } from '#lib/api/moving/imports.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { AccountExport } from '#lib/documents/moving/account-export.ts'
import { importAlerts } from '#lib/store/moving/move-alerts.ts'
import { importOutputs } from '#lib/store/moving/move-outputs.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import type { Language } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/**
 * Alerts, where they go, digests and output feeds of an export. They come last, so that nothing tells of what the import itself
 * brought. @returns what was left out
 */
export async function importTold(
  subscriberId: string,
  account: AccountExport,
  language: Language,
): Promise<ImportReport['problems']> {
  const database = serverDatabase()
  const t = wordsOf(language, 'errors')
  const now = systemClock.now()
  const leftOut = await importAlerts(database, subscriberId, account, now)
  const outputs = await importOutputs(database, subscriberId, account, now)
  return [
    ...leftOut.map((place) => ({ place, message: t('alertLeftOut') })),
    ...outputs.map((place) => ({ place, message: t('outputLeftOut') })),
  ]
}
