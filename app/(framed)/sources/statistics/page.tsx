import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled } from '#lib/pages/language.ts'
import { pagePart, readPartsAhead } from '#lib/pages/read-ahead.ts'
import { StatisticsScreen } from '#components/sources/statistics/statistics-screen.tsx'
import { systemClock } from '#lib/runtime/clock.ts'
import { readingStatisticsQuery } from '#lib/queries/sources/statistics.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readReadingStatistics } from '#lib/store/subscriptions/reading-statistics.ts'

export const generateMetadata = titled('sources', 'statistics')

export default async function StatisticsPage() {
  const state = await readPartsAhead(({ id }) => [
    pagePart(readingStatisticsQuery(), () => readReadingStatistics(serverDatabase(), id, systemClock.now())),
  ])
  return (
    <Hydrated state={state}>
      <StatisticsScreen />
    </Hydrated>
  )
}
