import { titled, words } from '#lib/pages/language.ts'
import { RulesScreen } from '#components/rules/rules-screen.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'

export const generateMetadata = titled('settings', 'automation')

export default async function AutomationPage() {
  const t = await words('rules')
  return (
    <SettingGroup id="rules" title={t('title')} effect={t('lede')}>
      <RulesScreen />
    </SettingGroup>
  )
}
