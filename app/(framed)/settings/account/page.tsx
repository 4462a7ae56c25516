import { titled, words } from '#lib/pages/language.ts'
import { AccountForm } from '#components/settings/account/account-form.tsx'
import { DeleteAccount } from '#components/settings/account/delete-account.tsx'
import { EmailForm } from '#components/settings/account/email-form.tsx'
import { PasskeyList } from '#components/settings/account/passkey-list.tsx'
import { PasswordForm } from '#components/settings/account/password-form.tsx'
import { SecondStep } from '#components/settings/account/second-step.tsx'
import { SessionList } from '#components/settings/account/session-list.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { SettingGroup, SettingRow } from '#components/ui/form/setting.tsx'
import { passwordLength } from '#lib/auth/sign-in/password-length.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { accountExportUrl } from '#lib/queries/postings/downloads.ts'

export const generateMetadata = titled('settings', 'account')

export default async function AccountPage() {
  const t = await words('settings')
  const sendsMail = canSendMail()
  return (
    <>
      <SettingGroup>
        <SettingRow id="name" label={t('name')} effect={t('nameEffect')}>
          <AccountForm />
        </SettingRow>
        <SettingRow
          id="email"
          label={t('email')}
          effect={sendsMail ? t('emailEffectMail') : t('emailNoMail')}
        >
          <EmailForm sendsMail={sendsMail} />
        </SettingRow>
      </SettingGroup>
      <SettingGroup id="security" title={t('security')}>
        <SettingRow id="password" label={t('password')} effect={t('passwordEffect')}>
          <PasswordForm leastPassword={passwordLength.min} />
        </SettingRow>
        <SettingRow id="second-step" label={t('secondStep')} effect={t('secondStepEffect')}>
          <SecondStep />
        </SettingRow>
        <SettingRow id="passkeys" label={t('passkeys')} effect={t('passkeysEffect')}>
          <PasskeyList />
        </SettingRow>
      </SettingGroup>
      <SettingGroup id="sessions" title={t('sessions')} effect={t('sessionsEffect')}>
        <SessionList />
      </SettingGroup>
      <SettingGroup id="data" title={t('moveOut')} effect={t('moveOutEffect')}>
        <Button asChild>
          <a href={accountExportUrl} download>
            {t('exportAll')}
          </a>
        </Button>
      </SettingGroup>
      <SettingGroup id="delete" title={t('deleteAccount')} effect={t('deleteAccountHint')}>
        <DeleteAccount />
      </SettingGroup>
    </>
  )
}
