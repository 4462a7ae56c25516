'use client'

import { PageHead } from '#components/ui/page-head.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { BoundsForm } from './bounds-form.tsx'
import { Invitations } from '#components/admin/people/invitations.tsx'
import { PauseChoice } from './pause-choice.tsx'
import { RecommendsChoice } from '#components/admin/people/recommends-choice.tsx'
import { SignUpChoice } from '#components/admin/people/sign-up-choice.tsx'
import { UserList } from '#components/admin/people/user-list.tsx'
import { WithServerSettings } from '#components/admin/shared/with-server-settings.tsx'

/** Who may join, whether polls are made, the bounds no policy leaves, invitations and accounts. */
export function ServerScreen({ version }: { readonly version: string }) {
  const t = useWords('admin')
  return (
    <div className="max-w-[720px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('server')} description={t('serverLede')} />
      <WithServerSettings rows={3}>
        {(settings) => (
          <>
            <SettingGroup title={t('signUp')} effect={t('signUpEffect')}>
              <SignUpChoice signUp={settings.signUp} />
            </SettingGroup>
            <SettingGroup title={t('recommends')} effect={t('recommendsEffect')}>
              <RecommendsChoice recommends={settings.recommends} />
            </SettingGroup>
            <SettingGroup title={t('polling')} effect={t('pollingEffect')}>
              <PauseChoice isPaused={settings.isPaused} />
            </SettingGroup>
            <SettingGroup title={t('bounds')} effect={t('boundsEffect')}>
              <BoundsForm
                budgetPerDay={settings.budgetPerDay}
                checksPerSource={settings.checksPerSource}
                minIntervalMs={settings.minIntervalMs}
                maxStalenessMs={settings.maxStalenessMs}
                overflowRisk={settings.overflowRisk}
              />
            </SettingGroup>
          </>
        )}
      </WithServerSettings>
      <SettingGroup title={t('invitations')} effect={t('invitationsEffect')}>
        <Invitations />
      </SettingGroup>
      <SettingGroup title={t('subscribers')}>
        <UserList />
      </SettingGroup>
      <SettingGroup title={t('version', { version })}>
        <a
          href="/release-notes.txt"
          className="underline decoration-control underline-offset-3 hover:decoration-ink pointer-coarse:py-3"
        >
          {t('releaseNotes')}
        </a>
      </SettingGroup>
    </div>
  )
}
