import type { Database } from './database.ts'

/** Works that one process at a time does, with their advisory locks: any numbers that nothing else uses. */
const locks = {
  planning: 5_301_983,
  'counting readers': 5_301_989,
  'measuring freshness': 5_301_991,
  'counting subscriptions': 5_301_997,
} as const

/**
 * Does a work unless another process is at it: several would stop for the same rows, of which one is stored. The lock ends
 * with the process, however it dies.
 * @returns what the work returns; null where another process does it
 */
export async function unlessOthers<Made>(
  database: Database,
  name: keyof typeof locks,
  work: () => Promise<Made>,
): Promise<Made | null> {
  return database.$transaction(
    async (transaction) => {
      const [row] = await transaction.$queryRaw<{ isMine: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${locks[name]}) AS "isMine"`
      return row?.isMine === true ? work() : null
    },
    { timeout: 600_000, maxWait: 10_000 },
  )
}
