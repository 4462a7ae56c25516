'use client'

import { Failed, Waiting } from '#components/ui/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SettingGroup } from '#components/ui/setting.tsx'
import { useServerSettings } from '#lib/queries/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { BoundsForm } from './bounds-form.tsx'
import { Invitations } from './invitations.tsx'
import { PauseChoice } from './pause-choice.tsx'
import { RecommendsChoice } from './recommends-choice.tsx'
import { SignUpChoice } from './sign-up-choice.tsx'
import { UserList } from './user-list.tsx'

/** Who may join, whether polls are made, the bounds no policy leaves, invitations and accounts. */
export function ServerScreen() {
  const t = useWords('admin')
  const settings = useServerSettings()
  return (
    <div className="mx-auto max-w-[720px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('server')} description={t('serverLede')} />
      {settings.isPending && <Waiting rows={3} />}
      {settings.isError && (
        <Failed
          title={t('settingsFailed')}
          error={settings.error}
          onRetry={() => void settings.refetch()}
          className="px-0"
        />
      )}
      {settings.isSuccess && (
        <>
          <SettingGroup title={t('signUp')} effect={t('signUpEffect')}>
            <SignUpChoice signUp={settings.data.signUp} />
          </SettingGroup>
          <SettingGroup title={t('recommends')} effect={t('recommendsEffect')}>
            <RecommendsChoice recommends={settings.data.recommends} />
          </SettingGroup>
          <SettingGroup title={t('polling')} effect={t('pollingEffect')}>
            <PauseChoice isPaused={settings.data.isPaused} />
          </SettingGroup>
          <SettingGroup title={t('bounds')} effect={t('boundsEffect')}>
            <BoundsForm
              minIntervalMs={settings.data.minIntervalMs}
              maxStalenessMs={settings.data.maxStalenessMs}
              overflowRisk={settings.data.overflowRisk}
            />
          </SettingGroup>
        </>
      )}
      <SettingGroup title={t('invitations')} effect={t('invitationsEffect')}>
        <Invitations />
      </SettingGroup>
      <SettingGroup title={t('subscribers')}>
        <UserList />
      </SettingGroup>
    </div>
  )
}
