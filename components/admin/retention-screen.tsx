'use client'

import { Failed, Waiting } from '#components/ui/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SettingGroup } from '#components/ui/setting.tsx'
import { useServerSettings } from '#lib/queries/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { RetentionForm } from './retention-form.tsx'
import { StoredSizes } from './stored-sizes.tsx'

/** How long postings, what searches find, and polls are kept. */
export function RetentionScreen() {
  const t = useWords('admin')
  const settings = useServerSettings()
  return (
    <div className="mx-auto max-w-[720px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('retention')} description={t('retentionLede')} />
      {settings.isPending && <Waiting rows={6} />}
      {settings.isError && (
        <Failed
          title={t('settingsFailed')}
          error={settings.error}
          onRetry={() => void settings.refetch()}
          className="px-0"
        />
      )}
      {settings.isSuccess && (
        <SettingGroup title={t('rules')} effect={t('rulesEffect')}>
          <RetentionForm rules={settings.data} />
        </SettingGroup>
      )}
      <SettingGroup title={t('stored')} effect={t('storedEffect')}>
        <StoredSizes />
      </SettingGroup>
    </div>
  )
}
