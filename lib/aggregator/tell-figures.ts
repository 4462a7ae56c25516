import { connectionFigures } from '#lib/store/connection/database.ts'
import { recordFigures } from '#lib/store/server/heartbeat.ts'
import { flushTallies } from '#lib/store/connection/tallies.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'

/** Stores what this process counted and how it does, where the web server reads it for /metrics. */
export async function tellFigures({ database, owner, parser }: AggregatorContext): Promise<void> {
  await flushTallies(database)
  const connections = connectionFigures(database)
  const parsing = parser.load?.() ?? { busy: 0, waiting: 0 }
  const { user, system } = process.cpuUsage()
  await recordFigures(database, owner, {
    databaseConnections: connections.total,
    idleConnections: connections.idle,
    waitingForConnection: connections.waiting,
    parsersBusy: parsing.busy,
    documentsWaiting: parsing.waiting,
    memoryBytes: process.memoryUsage.rss(),
    cpuSeconds: (user + system) / 1e6,
  })
}
