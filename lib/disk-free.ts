import { statfs } from 'node:fs/promises'
import { config } from './config.ts'
import { log } from './log.ts'

/** Free part (0–1) of the disk of DATA_DIR, as far as this process may fill it; null: there is no such folder yet. */
export async function readDiskFreeShare(): Promise<number | null> {
  try {
    const { bavail, blocks } = await statfs(/* turbopackIgnore: true */ config().dataDir)
    return blocks === 0 ? null : bavail / blocks
  } catch (error) {
    log.debug('disk-unknown', { error })
    return null
  }
}
