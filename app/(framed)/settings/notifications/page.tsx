import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled, words } from '#lib/pages/language.ts'
import { pagePart, readWithLink } from '#lib/pages/read-ahead.ts'
import { AlertSetUp } from '#components/alerts/alert-set-up.tsx'
import { DigestsScreen } from '#components/outputs/digests-screen.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { digestsQuery } from '#lib/queries/outputs.ts'
import { listDigests } from '#lib/store/digests/digests.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('settings', 'notifications')

export default async function NotificationsPage() {
  const outputs = await words('outputs')
  // The frame asks for the alerts on every page: read here too, the server would draw them without what the browser has by then.
  const state = await readWithLink(({ id }) => [
    pagePart(digestsQuery(), async () => ({
      digests: await listDigests(serverDatabase(), id),
      canSend: canSendMail(),
    })),
  ])
  return (
    <Hydrated state={state}>
      <AlertSetUp />
      <SettingGroup id="digests" title={outputs('digests')} effect={outputs('digestsLede')}>
        <DigestsScreen />
      </SettingGroup>
    </Hydrated>
  )
}
