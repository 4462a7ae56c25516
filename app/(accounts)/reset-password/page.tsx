import { titled, words } from '#lib/pages/language.ts'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { passwordLength } from '#lib/auth/sign-in/password-length.ts'
import { ResetForm } from '#components/accounts/reset-password-form.tsx'

export const generateMetadata = titled('accounts', 'resetTitle')

export default async function ResetPasswordPage() {
  const t = await words('accounts')
  return (
    <AccountSplit title={t('resetTitle')} intro={t('resetIntro')}>
      <ResetForm leastPassword={passwordLength.min} />
    </AccountSplit>
  )
}
