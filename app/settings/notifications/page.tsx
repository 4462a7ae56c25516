import { titled, words } from '#lib/pages/language.ts'
import { parseAbout } from '#components/alerts/about-address.ts'
import { AlertSetUp } from '#components/alerts/alert-set-up.tsx'
import { DigestsScreen } from '#components/outputs/digests-screen.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'

export const generateMetadata = titled('settings', 'notifications')

type NotificationsPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export default async function NotificationsPage({ searchParams }: NotificationsPageProps) {
  const outputs = await words('outputs')
  const asked = parseAbout(await searchParams)
  return (
    <>
      {/* Another alert that is asked for is another form. */}
      <AlertSetUp key={JSON.stringify(asked)} asked={asked} />
      <SettingGroup id="digests" title={outputs('digests')} effect={outputs('digestsLede')}>
        <DigestsScreen />
      </SettingGroup>
    </>
  )
}
