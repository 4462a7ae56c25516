import { advisoryLocks } from './advisory-locks.ts'
import type { Database } from './database.ts'

/** Works that one process at a time does. */
type Work = 'planning' | 'countingReaders' | 'measuringFreshness' | 'countingSubscriptions'

/**
 * Does a work unless another process is at it: several would stop for the same rows, of which one is stored. The lock ends
 * with the process, however it dies.
 * @returns what the work returns; null where another process does it
 */
export async function unlessOthers<Made>(
  database: Database,
  name: Work,
  work: () => Promise<Made>,
): Promise<Made | null> {
  return database.$transaction(
    async (transaction) => {
      const [row] = await transaction.$queryRaw<{ isMine: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${advisoryLocks[name]}) AS "isMine"`
      return row?.isMine === true ? work() : null
    },
    { timeout: 600_000 },
  )
}
