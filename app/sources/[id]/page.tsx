import { notFound } from 'next/navigation'
import { titled } from '#app/language.ts'
import { SourceScreen } from '#components/sources/source-screen.tsx'
import { id } from '#lib/api/parameters.ts'

export const generateMetadata = titled('sources', 'source')

type SourcePageProps = {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<{ readonly days?: string | string[] }>
}

export default async function SourcePage({ params, searchParams }: SourcePageProps) {
  const sourceId = id.safeParse((await params).id)
  if (!sourceId.success) notFound()
  const { days } = await searchParams
  return <SourceScreen sourceId={sourceId.data} days={[7, 365].find((each) => String(each) === days) ?? 30} />
}
