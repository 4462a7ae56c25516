import Link from 'next/link'
import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled, words } from '#lib/pages/language.ts'
import { pagePart, readWithLink } from '#lib/pages/read-ahead.ts'
import { IntegrationsScreen } from '#components/integrations/integrations-screen.tsx'
import { FeedsScreen } from '#components/outputs/feeds-screen.tsx'
import { ReaderApps } from '#components/settings/apps/reader-apps.tsx'
import { ShareTemplates } from '#components/settings/apps/share-templates.tsx'
import { TokenList } from '#components/settings/apps/token-list.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { integrationsQuery } from '#lib/queries/integrations.ts'
import { outputFeedsQuery } from '#lib/queries/outputs.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { listIntegrations } from '#lib/store/integrations/integrations.ts'
import { listOutputFeeds } from '#lib/store/outputs/output-feeds.ts'

export const generateMetadata = titled('settings', 'connections')

export default async function ConnectionsPage() {
  const t = await words('settings')
  const text = await words('text')
  const integrations = await words('integrations')
  const outputs = await words('outputs')
  const state = await readWithLink((me) => [
    pagePart(integrationsQuery(), () => listIntegrations(serverDatabase(), me.id)),
    pagePart(outputFeedsQuery(), () => openWay(me, async (database) => listOutputFeeds(database, me.id))),
  ])
  return (
    <Hydrated state={state}>
      <SettingGroup id="reader-apps" title={t('readerApps')} effect={t('readerAppsEffect')}>
        <ReaderApps />
      </SettingGroup>
      <SettingGroup id="app-passwords" title={t('appPasswords')} effect={t('appPasswordsEffect')}>
        <TokenList />
        <Link href="/api" className="mt-3 inline-flex underline pointer-coarse:py-3">
          {t('apiPage')}
        </Link>
      </SettingGroup>
      <SettingGroup id="services" title={integrations('title')} effect={integrations('lede')}>
        <IntegrationsScreen />
      </SettingGroup>
      <SettingGroup id="share" title={integrations('templates')} effect={text('shareEffect')}>
        <ShareTemplates />
      </SettingGroup>
      <SettingGroup id="outputs" title={outputs('title')} effect={outputs('lede')}>
        <FeedsScreen />
      </SettingGroup>
    </Hydrated>
  )
}
