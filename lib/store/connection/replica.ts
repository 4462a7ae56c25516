import { log } from '#lib/runtime/log.ts'
import type { Database } from './database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { oneForAll } from './one-for-all.ts'

export type Read = <T>(work: (database: Database) => Promise<T>) => Promise<T>
type Options = {
  /** So long a read waits for the replica; then the primary answers it. */
  readonly patienceMs?: number
  /** So long a replica that failed is not asked. */
  readonly restMs?: number
}

/** So often the replica is asked while it is behind. */
const askEachMs = 4

/**
 * Reads from a replica what the primary would have said: the replica is used once it has replayed all that was committed when the read
 * began, so whoever wrote something, by whatever host, or was told of something finds it. How far that is, the primary says: one
 * small statement for all reads that begin while the one before is under way. Where the replica is not that far in time, is
 * away, or refuses (it cannot write, and ends statements that stand in the way of what it replays), the primary is read.
 */
export function createReplicaReads(
  primary: Database,
  replica: Database,
  { patienceMs = 100, restMs = 5_000 }: Options = {},
): Read {
  let restsUntil = 0

  async function isThere(): Promise<boolean> {
    const [row] = await primary.$queryRaw<{ lsn: string; system: bigint }[]>`
      SELECT pg_current_wal_flush_lsn()::text AS "lsn", "system_identifier" AS "system" FROM pg_control_system()`
    const until = performance.now() + patienceMs
    try {
      for (;;) {
        if (await hasReplayed(replica, row?.lsn ?? '', row?.system ?? 0n)) return true
        if (performance.now() >= until) return false
        await new Promise((resolve) => setTimeout(resolve, askEachMs))
      }
    } catch (error) {
      restsUntil = performance.now() + restMs
      log.warn('replica-failed', { error })
      return false
    }
  }

  const catchUp = oneForAll(isThere)

  return async (work) => {
    if (performance.now() < restsUntil || !(await catchUp())) return work(primary)
    try {
      return await work(replica)
    } catch (error) {
      if (!isOfDatabase(error)) throw error
      log.info('replica-refused', { error })
      return work(primary)
    }
  }
}

/** False, too, of a database that is no replica of this primary (any more): its places in the log say nothing here. */
async function hasReplayed(replica: Database, lsn: string, system: bigint): Promise<boolean> {
  const [row] = await replica.$queryRaw<{ is: boolean | null }[]>`
    SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn AND "system_identifier" = ${system} AS "is"
    FROM pg_control_system()`
  return row?.is === true
}

function isOfDatabase(error: unknown): boolean {
  return (
    error instanceof Prisma.PrismaClientKnownRequestError ||
    error instanceof Prisma.PrismaClientUnknownRequestError ||
    error instanceof Prisma.PrismaClientInitializationError
  )
}
