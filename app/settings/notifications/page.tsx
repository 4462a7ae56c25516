import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled, words } from '#lib/pages/language.ts'
import { part, readWithLink } from '#lib/pages/read-ahead.ts'
import { parseAbout } from '#components/alerts/about-address.ts'
import { AlertSetUp } from '#components/alerts/alert-set-up.tsx'
import { DigestsScreen } from '#components/outputs/digests-screen.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { digestsQuery } from '#lib/queries/outputs.ts'
import { listDigests } from '#lib/store/digests/digests.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('settings', 'notifications')

type NotificationsPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export default async function NotificationsPage({ searchParams }: NotificationsPageProps) {
  const outputs = await words('outputs')
  const asked = parseAbout(await searchParams)
  // The frame asks for the alerts, on every page.
  const state = await readWithLink(({ id }) => [
    part(digestsQuery(), async () => ({
      digests: await listDigests(serverDatabase(), id),
      canSend: canSendMail(),
    })),
  ])
  return (
    <Hydrated state={state}>
      {/* Another alert that is asked for is another form. */}
      <AlertSetUp key={JSON.stringify(asked)} asked={asked} />
      <SettingGroup id="digests" title={outputs('digests')} effect={outputs('digestsLede')}>
        <DigestsScreen />
      </SettingGroup>
    </Hydrated>
  )
}
