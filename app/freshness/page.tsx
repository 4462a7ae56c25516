import { titled } from '#app/language.ts'
import { FreshnessScreen } from '#components/freshness/freshness-screen.tsx'
import { freshnessQuery } from '#lib/api/freshness.ts'

export const generateMetadata = titled('sources', 'freshness')

type FreshnessPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export default async function FreshnessPage({ searchParams }: FreshnessPageProps) {
  const asked = freshnessQuery.safeParse(await searchParams)
  return <FreshnessScreen asked={asked.success ? asked.data : freshnessQuery.parse({})} />
}
