import type { ImportReport } from '#lib/api/moving/imports.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { AccountExport } from '#lib/documents/moving/account-export.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import type { CheckedAccount } from '#lib/store/accounts/credentials-epoch.ts'
import { importAlerts } from '#lib/store/moving/move-alerts.ts'
import { importChannels } from '#lib/store/moving/move-channels.ts'
import { importOutputs } from '#lib/store/moving/move-outputs.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import type { Language } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/**
 * Alerts, where they go, digests and output feeds of an export. They come last, so that nothing tells of what the import itself
 * brought. @returns what was left out
 */
export async function importSending(
  owner: CheckedAccount,
  account: AccountExport,
  language: Language,
): Promise<ImportReport['problems']> {
  const t = wordsOf(language, 'errors')
  const now = systemClock.now()
  const channelIds = await openWay(owner, async (database) =>
    importChannels(database, owner.id, account.channels),
  )
  const leftOut = await importAlerts(serverDatabase(), owner.id, account, channelIds, now)
  const outputs = await openWay(owner, async (database) => importOutputs(database, owner.id, account, now))
  return [
    ...leftOut.map((place) => ({ place, message: t('alertLeftOut') })),
    ...outputs.map((place) => ({ place, message: t('outputLeftOut') })),
  ]
}
