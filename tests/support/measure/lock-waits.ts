import type { Database } from '#lib/store/connection/database.ts'

/** The number of transactions that wait for a lock in this database. Other tests run beside it, in other databases of the same server. */
export async function countLockWaits(database: Database): Promise<number> {
  const [row] = await database.$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS "waiting" FROM pg_stat_activity
    WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`
  return row?.waiting ?? 0
}

/** Whether anybody waits for a lock in this database. */
export async function isWaitedFor(database: Database): Promise<boolean> {
  return (await countLockWaits(database)) > 0
}
