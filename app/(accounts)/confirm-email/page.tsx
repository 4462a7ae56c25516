import { titled, words } from '#lib/pages/language.ts'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { ConfirmForm } from '#components/accounts/confirm-email-form.tsx'

export const generateMetadata = titled('accounts', 'confirmTitle')

export default async function ConfirmEmailPage() {
  const t = await words('accounts')
  return (
    <AccountSplit title={t('confirmTitle')} intro={t('confirmIntro')}>
      <ConfirmForm />
    </AccountSplit>
  )
}
