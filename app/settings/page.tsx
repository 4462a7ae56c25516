import type { Metadata } from 'next'
import { AppearanceChoice } from '#components/settings/appearance-choice.tsx'
import { TokenList } from '#components/settings/token-list.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SettingGroup } from '#components/ui/setting.tsx'
import { passwordLength } from '#lib/auth/auth.ts'
import { AccountForm } from './account-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

export const metadata: Metadata = { title: 'Settings' }

export default function SettingsPage() {
  return (
    <div className="mx-auto max-w-[720px] px-10 pb-16 max-sm:px-4">
      <PageHead title="Settings" />
      <SettingGroup title="Account">
        <AccountForm />
      </SettingGroup>
      <SettingGroup title="Appearance" effect="Kept in this browser.">
        <AppearanceChoice />
      </SettingGroup>
      <SettingGroup title="Password" effect="A new password ends all other sessions.">
        <PasswordForm leastPassword={passwordLength.min} />
      </SettingGroup>
      <SettingGroup title="Sessions" effect="Where this account is signed in.">
        <SessionList />
      </SettingGroup>
      <SettingGroup
        title="Tokens"
        effect="A token lets a program or a reader app act for this account, without its password."
      >
        <TokenList />
      </SettingGroup>
    </div>
  )
}
