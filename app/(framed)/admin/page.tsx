import { Hydrated } from '#lib/pages/hydrated.tsx'
import { readDelay } from '#lib/handlers/server/read-delay.ts'
import { titled } from '#lib/pages/language.ts'
import { pagePart, readForAdmin } from '#lib/pages/read-ahead.ts'
import { OverviewScreen } from '#components/admin/server/overview-screen.tsx'
import { ServerVersion } from '#components/admin/server/server-version.tsx'
import { weekAgo } from '#components/admin/budget/week-ago.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { adminActivityQuery, adminDelayQuery, aggregatorStatusQuery } from '#lib/queries/admin/admin.ts'
import { readActivity } from '#lib/store/server/activity.ts'
import { readAggregatorStatus } from '#lib/store/server/aggregator-status.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import project from '#package.json' with { type: 'json' }

export const generateMetadata = titled('admin', 'admin')

export default async function AdminPage() {
  const database = serverDatabase()
  const now = systemClock.now()
  const clock = { now, speed: systemClock.speed }
  const week = weekAgo(now)
  const state = await readForAdmin(() => [
    pagePart(aggregatorStatusQuery(), () => readAggregatorStatus(database, clock)),
    pagePart(adminActivityQuery(), () => readActivity(database, now)),
    pagePart(adminDelayQuery(null), () => readDelay(null)),
    pagePart(adminDelayQuery(week), () => readDelay(week)),
  ])
  return (
    <Hydrated state={state}>
      <OverviewScreen />
      <ServerVersion version={project.version} />
    </Hydrated>
  )
}
