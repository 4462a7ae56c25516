'use client'

import { Failed, Waiting } from '#components/ui/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SettingGroup } from '#components/ui/setting.tsx'
import { useSettings } from '#lib/queries/admin.ts'
import { BoundsForm } from './bounds-form.tsx'
import { Invitations } from './invitations.tsx'
import { SignUpChoice } from './sign-up-choice.tsx'
import { UserList } from './user-list.tsx'

/** Who may join, the bounds no policy leaves, invitations and accounts. */
export function ServerScreen() {
  const settings = useSettings()
  return (
    <div className="mx-auto max-w-[720px] px-10 pb-16 max-sm:px-4">
      <PageHead title="Server" description="In force at once, without a restart." />
      {settings.isPending && <Waiting rows={3} />}
      {settings.isError && (
        <Failed
          title="The settings did not load."
          reason={settings.error.message}
          onRetry={() => void settings.refetch()}
          className="px-0"
        />
      )}
      {settings.isSuccess && (
        <>
          <SettingGroup title="Sign-up" effect="Who may make an account here.">
            <SignUpChoice signUp={settings.data.signUp} />
          </SettingGroup>
          <SettingGroup title="Bounds" effect="No weight and no policy polls outside of these.">
            <BoundsForm
              minIntervalMs={settings.data.minIntervalMs}
              maxStalenessMs={settings.data.maxStalenessMs}
              overflowRisk={settings.data.overflowRisk}
            />
          </SettingGroup>
        </>
      )}
      <SettingGroup
        title="Invitations"
        effect="A link lets one person sign up while sign-up is by invitation."
      >
        <Invitations />
      </SettingGroup>
      <SettingGroup title="Subscribers">
        <UserList />
      </SettingGroup>
    </div>
  )
}
