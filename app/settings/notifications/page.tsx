import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled, words } from '#lib/pages/language.ts'
import { part, readWithLink } from '#lib/pages/read-ahead.ts'
import { readAlertPanel } from '#lib/handlers/alerts/alert-panel.ts'
import { AlertSetUp } from '#components/alerts/alert-set-up.tsx'
import { DigestsScreen } from '#components/outputs/digests-screen.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import { systemClock } from '#lib/runtime/clock.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { alertPanelQuery } from '#lib/queries/alerts/alert-panel.ts'
import { digestsQuery } from '#lib/queries/outputs.ts'
import { listDigests } from '#lib/store/digests/digests.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('settings', 'notifications')

export default async function NotificationsPage() {
  const outputs = await words('outputs')
  // The frame asks for the alerts on every page; here they are the page.
  const state = await readWithLink(({ id }) => [
    part(alertPanelQuery(), () => readAlertPanel(serverDatabase(), id, systemClock.now())),
    part(digestsQuery(), async () => ({
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
