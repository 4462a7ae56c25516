import path from 'node:path'
import { answer, route } from '#lib/api/route.ts'
import { systemClock } from '#lib/clock.ts'
import { readHealth } from '#lib/store/health.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

/** For load balancers and monitoring: 200 when the server can do its work, otherwise 503 with the reasons. */
export const GET = route(async () => {
  const migrations = path.resolve(/* turbopackIgnore: true */ 'prisma/migrations')
  const health = await readHealth(serverDatabase(), migrations, {
    now: systemClock.now(),
    speed: systemClock.speed,
  })
  return answer(health.status === 'ok' ? 200 : 503, health)
})
