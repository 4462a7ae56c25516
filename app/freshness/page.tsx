import { Hydrated } from '#app/hydrated.tsx'
import { titled } from '#app/language.ts'
import { part, readPartsAhead } from '#app/read-ahead.ts'
import { FreshnessScreen } from '#components/freshness/freshness-screen.tsx'
import { freshnessQuery } from '#lib/api/freshness.ts'
import { systemClock } from '#lib/clock.ts'
import { freshnessSourcesQuery, readingFreshnessQuery, readingWeeksQuery } from '#lib/queries/freshness.ts'
import { listReadingWeeks } from '#lib/store/reading-weeks.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readReadingFreshness } from '#lib/store/subscriber-freshness.ts'
import { listSubscriberSources } from '#lib/store/subscriber-sources.ts'

export const generateMetadata = titled('sources', 'freshness')

type FreshnessPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export default async function FreshnessPage({ searchParams }: FreshnessPageProps) {
  const parsed = freshnessQuery.safeParse(await searchParams)
  const asked = parsed.success ? parsed.data : freshnessQuery.parse({})
  const [database, now] = [serverDatabase(), systemClock.now()]
  const state = await readPartsAhead((me) => [
    part(freshnessSourcesQuery(asked), () => listSubscriberSources(database, me.id, asked)),
    part(readingFreshnessQuery(), () => readReadingFreshness(database, me.id, now)),
    part(readingWeeksQuery(), () => listReadingWeeks(database, me.id, now)),
  ])
  return (
    <Hydrated state={state}>
      <FreshnessScreen asked={asked} />
    </Hydrated>
  )
}
