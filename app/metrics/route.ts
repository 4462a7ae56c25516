import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#lib/api/http/errors.ts'
import { route } from '#lib/api/http/route.ts'
import { whyUnavailable } from '#lib/api/http/why-unavailable.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { config } from '#lib/runtime/config.ts'
import { readDiskFree } from '#lib/runtime/disk-free.ts'
import { log } from '#lib/runtime/log.ts'
import { processMetrics } from '#lib/runtime/process-metrics.ts'
import type { ClockReading } from '#lib/store/server/aggregator-status.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { readMetricFigures, type MetricFigures } from '#lib/store/server/metric-figures.ts'
import { serverConnections, serverDatabase } from '#lib/store/connection/server-database.ts'
import { ownFamilies, serverFamilies } from '#lib/handlers/metrics/families.ts'
import { mayReadMetrics } from '#lib/handlers/metrics/may-read.ts'

/** For Prometheus: the whole server from the database, and this process. To all others there is nothing here. */
export const GET = route(async (request) => {
  if (!mayReadMetrics(request.headers, config()))
    throw new ApiError('not_found', 'nothingAt', { values: { address: '/metrics' } })
  const clock = { now: systemClock.now(), speed: systemClock.speed }
  const database = serverDatabase()
  const figures = await readIfThere(database, clock)
  const diskFree = await readDiskFree()
  const own = ownFamilies(serverConnections(), { diskFree, hasAnswered: figures !== null })
  const measured = await processMetrics().registry.metrics()
  return new Response(`${figures === null ? '' : serverFamilies(figures)}${own}${measured}`, {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  })
})

/** Prometheus gives up after ten: a database that does not speak is away, too. */
const patienceMs = 5_000

/** The figures; null: the database is away, which is told as a figure, beside those that this process has of its own. */
async function readIfThere(database: Database, clock: ClockReading): Promise<MetricFigures | null> {
  const figures = readMetricFigures(database, clock)
  const waiting = new AbortController()
  try {
    const read = await Promise.race([figures, sleep(patienceMs, null, { signal: waiting.signal })])
    if (read === null) log.warn('metrics-without-database', { silentForMs: patienceMs })
    return read
  } catch (error) {
    if (whyUnavailable(error) === null) throw error
    log.warn('metrics-without-database', { error })
    return null
  } finally {
    waiting.abort()
    figures.catch(() => undefined) // what comes of it after that is of no use
  }
}
