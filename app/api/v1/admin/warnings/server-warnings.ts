import type { AdminWarnings } from '#lib/api/warnings.ts'
import { systemClock } from '#lib/clock.ts'
import { readDiskFreeShare } from '#lib/disk-free.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readWarnings } from '#lib/store/warnings.ts'

/** What is late or wrong with this server just now. */
export async function serverWarnings(): Promise<AdminWarnings> {
  const clock = { now: systemClock.now(), speed: systemClock.speed }
  const diskFreeShare = await readDiskFreeShare()
  return { warnings: await readWarnings(serverDatabase(), clock, diskFreeShare) }
}
