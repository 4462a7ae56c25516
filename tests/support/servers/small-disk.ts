import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A disk of its own in memory, which a test can fill to the last byte. */
export type SmallDisk = {
  readonly folder: string
  readonly fill: () => void
  readonly makeRoom: () => void
  readonly unmount: () => void
}

/** Mounting takes root and Linux. */
export function canMount(): boolean {
  try {
    mountSmallDisk(1).unmount()
    return true
  } catch {
    return false
  }
}

/** @throws Error where mounting is not permitted */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-disk-'))
  const ballast = path.join(folder, 'ballast')
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder)
  return {
    folder,
    /** In steps that become smaller, until not even a page is left. */
    fill: () => {
      const file = openSync(ballast, 'a')
      for (let bytes = 1 << 20; bytes >= 1;) {
        const { bavail, bsize } = statfsSync(folder)
        if (bavail === 0) break
        bytes = Math.min(bytes, bavail * bsize)
        try {
          writeSync(file, Buffer.alloc(bytes))
        } catch {
          bytes >>= 1 // PostgreSQL took some of it meanwhile
        }
      }
      closeSync(file)
    },
    makeRoom: () => rmSync(ballast),
    unmount: () => {
      run('umount', folder)
      rmdirSync(folder)
    },
  }
}

function run(command: string, ...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`)
}
