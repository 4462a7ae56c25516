import type { Database } from './database.ts'

/**
 * Notes that an aggregator process is alive and passing. `holdsLock`: its death can be told by its lock (liveness.ts),
 * which it has to hold before.
 */
export async function recordHeartbeat(
  database: Database,
  owner: string,
  now: number,
  holdsLock = false,
): Promise<void> {
  const at = new Date(now)
  await database.aggregatorHeartbeat.upsert({
    where: { owner },
    create: { owner, startedAt: at, lastPassAt: at, holdsLock },
    update: { lastPassAt: at },
  })
}

/** Removes the sign of life of a process that stops. */
export async function removeHeartbeat(database: Database, owner: string): Promise<void> {
  await database.aggregatorHeartbeat.deleteMany({ where: { owner } })
}
