import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled } from '#lib/pages/language.ts'
import { pagePart, readPartsAhead } from '#lib/pages/read-ahead.ts'
import { FreshnessScreen } from '#components/freshness/freshness-screen.tsx'
import { freshnessQuery } from '#lib/api/freshness/freshness.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import {
  freshnessSourcesQuery,
  readingFreshnessQuery,
  readingWeeksQuery,
  weekSavingQuery,
} from '#lib/queries/sources/freshness.ts'
import { listReadingWeeks } from '#lib/store/freshness/reading-weeks.ts'
import { readWeekSaving } from '#lib/store/freshness/week-saving.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readReadingFreshness } from '#lib/store/freshness/subscriber-freshness.ts'
import { listSubscriberSources } from '#lib/store/subscriptions/subscriber-sources.ts'

export const generateMetadata = titled('sources', 'freshness')

type FreshnessPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export default async function FreshnessPage({ searchParams }: FreshnessPageProps) {
  const parsed = freshnessQuery.safeParse(await searchParams)
  const asked = parsed.success ? parsed.data : freshnessQuery.parse({})
  const database = serverDatabase()
  const now = systemClock.now()
  const state = await readPartsAhead((me) => [
    pagePart(freshnessSourcesQuery(asked), () => listSubscriberSources(database, me.id, asked)),
    pagePart(readingFreshnessQuery(), () => readReadingFreshness(database, me.id, now)),
    pagePart(weekSavingQuery(), () => readWeekSaving(database, me.id, now)),
    pagePart(readingWeeksQuery(), () => listReadingWeeks(database, me.id, now)),
  ])
  return (
    <Hydrated state={state}>
      <FreshnessScreen asked={asked} />
    </Hydrated>
  )
}
