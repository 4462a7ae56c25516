import path from 'node:path'
import { answer, route } from '#lib/api/route.ts'
import { systemClock } from '#lib/clock.ts'
import { processMetrics } from '#lib/process-metrics.ts'
import { readHealth } from '#lib/store/health.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

/** For load balancers: as /api/health, and 503 as soon as this process is asked to end. */
export const GET = route(async () => {
  if (processMetrics().isStopping)
    return answer(503, { status: 'stopping', reasons: ['The web server is being stopped.'] })
  const migrations = path.resolve(/* turbopackIgnore: true */ 'prisma/migrations')
  const clock = { now: systemClock.now(), speed: systemClock.speed }
  const { status, reasons } = await readHealth(serverDatabase(), migrations, clock)
  return answer(status === 'ok' ? 200 : 503, { status, reasons })
})
