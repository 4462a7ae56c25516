import { statfs } from 'node:fs/promises'
import type { AdminWarnings } from '#lib/api/warnings.ts'
import { systemClock } from '#lib/clock.ts'
import { config } from '#lib/config.ts'
import { log } from '#lib/log.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readWarnings } from '#lib/store/warnings.ts'

/** What is late or wrong with this server just now. */
export async function serverWarnings(): Promise<AdminWarnings> {
  const clock = { now: systemClock.now(), speed: systemClock.speed }
  const diskFreeShare = await readDiskFreeShare()
  return { warnings: await readWarnings(serverDatabase(), clock, diskFreeShare) }
}

/** Free part of the disk of DATA_DIR, as far as this process may fill it; null: there is no such folder yet. */
async function readDiskFreeShare(): Promise<number | null> {
  try {
    const { bavail, blocks } = await statfs(/* turbopackIgnore: true */ config().dataDir)
    return blocks === 0 ? null : bavail / blocks
  } catch (error) {
    log.debug('disk-unknown', { error })
    return null
  }
}
