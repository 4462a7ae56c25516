import { ApiError } from '#lib/api/errors.ts'
import { route } from '#lib/api/route.ts'
import { systemClock } from '#lib/clock.ts'
import { config } from '#lib/config.ts'
import { readDiskFreeShare } from '#lib/disk-free.ts'
import { processMetrics } from '#lib/process-metrics.ts'
import { readMetricFigures } from '#lib/store/metric-figures.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { serverFamilies } from './families.ts'
import { mayReadMetrics } from './may-read.ts'

/** For Prometheus: the whole server from the database, and this process. To all others there is nothing here. */
export const GET = route(async (request) => {
  if (!mayReadMetrics(request.headers, config()))
    throw new ApiError('not_found', 'nothingAt', { values: { address: '/metrics' } })
  const clock = { now: systemClock.now(), speed: systemClock.speed }
  const figures = await readMetricFigures(serverDatabase(), clock)
  const own = await processMetrics().registry.metrics()
  return new Response(`${serverFamilies(figures, await readDiskFreeShare())}${own}`, {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  })
})
