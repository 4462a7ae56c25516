'use client'

import { PageHead } from '#components/ui/page-head.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { Invitations } from './invitations.tsx'
import { SignUpChoice } from './sign-up-choice.tsx'
import { UserList } from './user-list.tsx'
import { WithServerSettings } from '#components/admin/shared/with-server-settings.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin/admin.ts'

/** People: who may join, recommendations, invitations and accounts. */
export function PeopleScreen() {
  const t = useWords('admin')
  return (
    <div className="max-w-[800px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('people')} description={t('serverLede')} />
      <SettingGroup title={t('subscribers')}>
        <UserList />
      </SettingGroup>
      <WithServerSettings rows={2}>
        {(settings) => (
          <>
            <SettingGroup id="sign-up" title={t('signUp')} effect={t('signUpEffect')}>
              <SignUpChoice signUp={settings.signUp} />
            </SettingGroup>
            <SettingGroup id="recommends" title={t('recommends')} effect={t('recommendsEffect')}>
              <RecommendsChoice recommends={settings.recommends} />
            </SettingGroup>
          </>
        )}
      </WithServerSettings>
      <SettingGroup id="invitations" title={t('invitations')} effect={t('invitationsEffect')}>
        <Invitations />
      </SettingGroup>
    </div>
  )
}

/** Whether readers are shown what others read here. In force as soon as it is chosen. */
function RecommendsChoice({ recommends }: { readonly recommends: boolean }) {
  const t = useWords('admin')
  const change = useChangeSettings()
  const shown = change.isPending ? (change.variables.recommends ?? recommends) : recommends
  const options = [
    { value: 'on', label: t('recommendsOn') },
    { value: 'off', label: t('recommendsOff') },
  ] as const
  return (
    <Segmented
      label={t('recommends')}
      value={shown ? 'on' : 'off'}
      options={options}
      onChange={(value) =>
        change.mutate(
          { recommends: value === 'on' },
          { onError: (error) => showError(t('recommendsNotChanged'), error) },
        )
      }
    />
  )
}
