import { HydrationBoundary } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { titled } from '#app/language.ts'
import { readAhead } from '#app/read-ahead.ts'
import { SourceScreen } from '#components/sources/source-screen.tsx'
import { id } from '#lib/api/parameters.ts'
import { systemClock } from '#lib/clock.ts'
import { sourceDelaysQuery, sourceQuery } from '#lib/queries/sources.ts'
import { readDelayHistory } from '#lib/store/delay-history.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { findSourceDetail } from '#lib/store/sources.ts'

const dayMs = 86_400_000

export const generateMetadata = titled('sources', 'source')

type SourcePageProps = {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<{ readonly days?: string | string[] }>
}

export default async function SourcePage({ params, searchParams }: SourcePageProps) {
  const sourceId = id.safeParse((await params).id)
  if (!sourceId.success) notFound()
  const asked = (await searchParams).days
  const days = [7, 365].find((each) => String(each) === asked) ?? 30
  return (
    <HydrationBoundary state={await readSource(sourceId.data, days)}>
      <SourceScreen sourceId={sourceId.data} days={days} />
    </HydrationBoundary>
  )
}

/** The source and its delays, for those who may see them. */
function readSource(sourceId: number, days: number) {
  return readAhead(async (client, me) => {
    const [database, now] = [serverDatabase(), systemClock.now()]
    const detail = await findSourceDetail(database, me, sourceId, now)
    if (detail === null) return
    const delays = await readDelayHistory(database, sourceId, now - days * dayMs)
    client.setQueryData(sourceQuery(sourceId).queryKey, detail)
    client.setQueryData(sourceDelaysQuery(sourceId, days).queryKey, delays)
  })
}
