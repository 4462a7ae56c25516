import type { Database } from '#lib/store/connection/database.ts'

/** The figures of an aggregator process, told with its sign of life. */
export type ProcessFigures = {
  readonly databaseConnections: number
  /** Connections that do nothing just now. */
  readonly idleConnections: number
  /** Statements that wait for a connection. */
  readonly waitingForConnection: number
  readonly parsersBusy: number
  readonly documentsWaiting: number
  readonly memoryBytes: number
  /** Processor time since the process began. */
  readonly cpuSeconds: number
  /** The time that the database took to answer a question that needs no table. */
  readonly databaseMs: number
  /** The lead of the machine's clock before the database's, of which half the answer's time may be wrong. */
  readonly clockAheadMs: number
}

/** The figures that a process tells of itself without asking the database. */
type OwnFigures = Omit<ProcessFigures, 'databaseMs' | 'clockAheadMs'>

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

/** Notes how a process does, where its sign of life is. */
export async function recordFigures(database: Database, owner: string, own: OwnFigures): Promise<void> {
  const figures: ProcessFigures = { ...own, ...(await askDatabaseClock(database)) }
  await database.aggregatorHeartbeat.updateMany({ where: { owner }, data: { figures } })
}

/** The time that the database takes to answer, and the lead of this machine's clock (not a trial's) before its. */
export async function askDatabaseClock(
  database: Database,
): Promise<Pick<ProcessFigures, 'databaseMs' | 'clockAheadMs'>> {
  const begunAt = Date.now()
  const begun = performance.now()
  const [row] = await database.$queryRaw<{ at: number }[]>`
    SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS "at"`
  const databaseMs = performance.now() - begun
  return { databaseMs, clockAheadMs: begunAt + databaseMs / 2 - (row?.at ?? begunAt) }
}

/** Removes the sign of life of a process that stops. */
export async function removeHeartbeat(database: Database, owner: string): Promise<void> {
  await database.aggregatorHeartbeat.deleteMany({ where: { owner } })
}
