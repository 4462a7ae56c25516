import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { Metadata } from 'next'
import { Hydrated } from '#lib/pages/hydrated.tsx'
import { currentSubscriber, words } from '#lib/pages/language.ts'
import { pageTitle } from '#lib/pages/page-title.ts'
import { readAhead } from '#lib/pages/read-ahead.ts'
import { SourceScreen } from '#components/sources/source/source-screen.tsx'
import { id } from '#lib/api/http/parameters.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { rhythmDays, sourceDelaysQuery, sourceQuery } from '#lib/queries/sources/sources.ts'
import { readDelayHistory } from '#lib/store/freshness/delay-history.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

type SourcePageProps = {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<{ readonly days?: string | string[] }>
}

/** Asked once per page, for its title and for what it shows. */
const findDetail = cache(async (sourceId: number) => {
  const me = await currentSubscriber()
  return me === null ? null : findSourceDetail(serverDatabase(), me, sourceId, systemClock.now())
})

/** The source is named to those who may see it. */
export async function generateMetadata({ params }: Pick<SourcePageProps, 'params'>): Promise<Metadata> {
  const sourceId = id.safeParse((await params).id)
  const detail = sourceId.success ? await findDetail(sourceId.data) : null
  return { title: pageTitle(detail?.title ?? '') ?? (await words('sources'))('source') }
}

export default async function SourcePage({ params, searchParams }: SourcePageProps) {
  const sourceId = id.safeParse((await params).id)
  if (!sourceId.success) notFound()
  const asked = (await searchParams).days
  const days = [7, 365].find((each) => String(each) === asked) ?? 30
  return (
    <Hydrated state={await readSource(sourceId.data, days)}>
      <SourceScreen sourceId={sourceId.data} days={days} />
    </Hydrated>
  )
}

/** The source and its delays, for those who may see them. */
function readSource(sourceId: number, days: number) {
  return readAhead(async (client) => {
    const detail = await findDetail(sourceId)
    if (detail === null) return
    client.setQueryData(sourceQuery(sourceId).queryKey, detail)
    // The chart's days, and those by which the rhythm is told.
    for (const span of new Set([days, rhythmDays(days)])) {
      const delays = await readDelayHistory(serverDatabase(), sourceId, systemClock.now() - span * DAY_MS)
      client.setQueryData(sourceDelaysQuery(sourceId, span).queryKey, delays)
    }
  })
}
