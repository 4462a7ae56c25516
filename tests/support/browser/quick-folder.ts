import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const leastBytes = 4_000_000_000

/**
 * A new folder for what a test database writes: in memory where Linux offers enough of it. Another database takes a third of the time
 * there. A container has 64 MB, unless told otherwise: then it is among the system's temporary files.
 */
export function makeQuickFolder(prefix: string): string {
  return mkdtempSync(path.join(hasRoomInMemory() ? memory : os.tmpdir(), prefix))
}

function hasRoomInMemory(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > leastBytes && os.freemem() > leastBytes
}
