import { redirect } from 'next/navigation'
import { titled } from '#lib/pages/language.ts'
import { AlertsScreen } from '#components/alerts/alerts-screen.tsx'
import { parseAbout } from '#components/alerts/about-address.ts'

export const generateMetadata = titled('alerts', 'title')

type AlertsPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** Addresses that ask for an alert are of the time when it was made here. */
export default async function AlertsPage({ searchParams }: AlertsPageProps) {
  const asked = await searchParams
  if (parseAbout(asked) === null) return <AlertsScreen />
  const given = Object.entries(asked).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  redirect(`/settings/notifications?${new URLSearchParams(given).toString()}`)
}
