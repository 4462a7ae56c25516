import { Hydrated } from '#app/hydrated.tsx'
import { readDelay } from '#app/api/v1/admin/delay/read-delay.ts'
import { titled } from '#app/language.ts'
import { part, readForAdmin } from '#app/read-ahead.ts'
import { OverviewScreen } from '#components/admin/overview-screen.tsx'
import { weekAgo } from '#components/admin/week-ago.ts'
import { systemClock } from '#lib/clock.ts'
import { adminDelayQuery, aggregatorStatusQuery } from '#lib/queries/admin.ts'
import { readAggregatorStatus } from '#lib/store/aggregator-status.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const generateMetadata = titled('admin', 'admin')

export default async function AdminPage() {
  const [database, now] = [serverDatabase(), systemClock.now()]
  const clock = { now, speed: systemClock.speed }
  const week = weekAgo(now)
  const state = await readForAdmin(() => [
    part(aggregatorStatusQuery(), () => readAggregatorStatus(database, clock)),
    part(adminDelayQuery(null), () => readDelay(null)),
    part(adminDelayQuery(week), () => readDelay(week)),
  ])
  return (
    <Hydrated state={state}>
      <OverviewScreen />
    </Hydrated>
  )
}
