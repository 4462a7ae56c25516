import { titled, words } from '#lib/pages/language.ts'
import { KeyHelpButton } from '#components/reading/keys/key-help.tsx'
import { Bookmarklet } from '#components/settings/apps/bookmarklet.tsx'
import { OfflineChoice } from '#components/settings/reading/offline-choice.tsx'
import { ReadingHoursChoice } from '#components/settings/reading/reading-hours.tsx'
import { SettingGroup, SettingRow } from '#components/ui/form/setting.tsx'

export const generateMetadata = titled('settings', 'advanced')

export default async function AdvancedPage() {
  const t = await words('settings')
  const reading = await words('reading')
  return (
    <SettingGroup>
      <SettingRow id="keys" label={reading('keys')} effect={t('keysEffect')}>
        <KeyHelpButton />
      </SettingRow>
      <SettingRow id="hours" label={t('readingHours')} effect={t('readingHoursEffect')}>
        <ReadingHoursChoice />
      </SettingRow>
      <SettingRow id="offline" label={t('offlineTitle')} effect={t('offlineEffect')}>
        <OfflineChoice />
      </SettingRow>
      <SettingRow id="bookmarklet" label={t('bookmarklet')} effect={t('bookmarkletEffect')}>
        <Bookmarklet />
      </SettingRow>
    </SettingGroup>
  )
}
