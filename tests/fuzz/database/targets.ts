import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { startServerDatabase } from '#tests/support/world/accounts.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { startSampleSite } from '#tests/support/world/sample-site.ts'
import type { FuzzTarget } from '../target.ts'
import { apiTargets } from './api.ts'
import { hubTargets } from './hubs.ts'
import { movingTargets } from './moving.ts'
import { readerTargets } from './readers.ts'
import { searchTargets } from './search.ts'

/** The targets that ask the real routes and a real database, of the test server that runs. */
export async function openDatabaseTargets(): Promise<{
  readonly targets: readonly FuzzTarget[]
  readonly close: () => Promise<void>
}> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-fuzz-'))
  const mails = await startMailServer()
  const { database, stop } = await startServerDatabase({
    DATA_DIR: dataDir,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    SMTP_URL: mails.url,
  })
  const site = await startSampleSite()
  return {
    targets: [
      ...(await apiTargets({ database, site })),
      ...(await readerTargets(database)),
      ...(await hubTargets(database)),
      ...(await searchTargets(database)),
      ...movingTargets(database),
    ],
    close: async () => {
      await serverNotifications().close()
      await Promise.all([stop(), site.close(), mails.stop()])
      rmSync(dataDir, { recursive: true })
    },
  }
}
