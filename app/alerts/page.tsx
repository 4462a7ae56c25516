import { titled } from '#lib/pages/language.ts'
import { AlertsScreen } from '#components/alerts/alerts-screen.tsx'
import { parseAbout } from '#components/alerts/about-address.ts'

export const generateMetadata = titled('alerts', 'title')

type AlertsPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export default async function AlertsPage({ searchParams }: AlertsPageProps) {
  return <AlertsScreen asked={parseAbout(await searchParams)} />
}
