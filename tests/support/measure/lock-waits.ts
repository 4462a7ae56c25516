import type { Database } from '#lib/store/connection/database.ts'

/** Whether anybody waits for a lock in this database. */
export async function isWaitedFor(database: Database): Promise<boolean> {
  const [row] = await database.$queryRaw<{ waits: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_stat_activity
      WHERE "datname" = current_database() AND "wait_event_type" = 'Lock') AS "waits"`
  return row?.waits === true
}
