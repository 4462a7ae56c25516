import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { config } from './config.ts'
import { log } from './log.ts'

/** The room on a disk that this process may fill, in bytes and as a part (0–1) of the disk. */
export type DiskFree = { readonly bytes: number; readonly share: number }

/** The free room on the disk of DATA_DIR; null: there is no such folder yet. */
export async function readDiskFree(): Promise<DiskFree | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(/* turbopackIgnore: true */ config().dataDir)
    return blocks === 0 ? null : { bytes: bavail * bsize, share: bavail / blocks }
  } catch (error) {
    log.debug('disk-unknown', { error })
    return null
  }
}

/** A file of PostgreSQL's log: without room for the next one it ends. */
const leastBytes = 16 * 1024 * 1024

/** Whether the disk of the embedded PostgreSQL is full; of one that is elsewhere nothing is known, and it is not. */
export async function isDatabaseDiskFull(): Promise<boolean> {
  const folder = path.join(/* turbopackIgnore: true */ config().dataDir, 'postgres')
  try {
    const { bavail, bsize } = await statfs(/* turbopackIgnore: true */ folder)
    return bavail * bsize < leastBytes
  } catch (error) {
    log.debug('disk-unknown', { error })
    return false
  }
}
