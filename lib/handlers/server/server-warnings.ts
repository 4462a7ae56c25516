import type { AdminWarnings } from '#lib/api/server/admin.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { readDiskFree } from '#lib/runtime/disk-free.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readWarnings } from '#lib/store/sources/warnings.ts'

/** The troubles of this server just now. */
export async function serverWarnings(): Promise<AdminWarnings> {
  const clock = { now: systemClock.now(), speed: systemClock.speed }
  return { warnings: await readWarnings(serverDatabase(), clock, await readDiskFree()) }
}
