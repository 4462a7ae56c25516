'use client'

import { PageHead } from '#components/ui/page-head.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { RetentionForm } from './retention-form.tsx'
import { StoredSizes } from './stored-sizes.tsx'
import { WithServerSettings } from '#components/admin/shared/with-server-settings.tsx'

/** The settings for how long postings, the index of searches, and polls are kept. */
export function RetentionScreen() {
  const t = useWords('admin')
  return (
    <div className="max-w-[720px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('retention')} description={t('retentionLede')} />
      <WithServerSettings rows={6}>
        {(settings) => (
          <SettingGroup title={t('rules')} effect={t('rulesEffect')}>
            <RetentionForm rules={settings} />
          </SettingGroup>
        )}
      </WithServerSettings>
      <SettingGroup title={t('stored')} effect={t('storedEffect')}>
        <StoredSizes />
      </SettingGroup>
    </div>
  )
}
