import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled, words } from '#lib/pages/language.ts'
import { pagePart, readWithLink } from '#lib/pages/read-ahead.ts'
import { RulesScreen } from '#components/rules/rules-screen.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import { integrationsQuery } from '#lib/queries/integrations.ts'
import { ruleRunsQuery, ruleSettingsQuery, rulesQuery } from '#lib/queries/rules.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { listIntegrations } from '#lib/store/integrations/integrations.ts'
import { getRuleSettings } from '#lib/store/rules/age-postings.ts'
import { listRuns } from '#lib/store/rules/rule-runs.ts'
import { listRules } from '#lib/store/rules/rules.ts'

export const generateMetadata = titled('settings', 'automation')

export default async function AutomationPage() {
  const t = await words('rules')
  const database = serverDatabase()
  const state = await readWithLink(({ id }) => [
    pagePart(rulesQuery(), () => listRules(database, id)),
    pagePart(ruleRunsQuery(), () => listRuns(database, id)),
    pagePart(ruleSettingsQuery(), () => getRuleSettings(database, id)),
    pagePart(integrationsQuery(), () => listIntegrations(database, id)),
  ])
  return (
    <Hydrated state={state}>
      <SettingGroup id="rules" title={t('title')} effect={t('lede')}>
        <RulesScreen />
      </SettingGroup>
    </Hydrated>
  )
}
