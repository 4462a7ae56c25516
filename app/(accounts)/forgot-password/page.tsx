import { AccountLink } from '#components/accounts/account-link.tsx'
import { titled, words } from '#lib/pages/language.ts'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { ForgotForm } from '#components/accounts/forgot-password-form.tsx'

export const generateMetadata = titled('accounts', 'forgotTitle')

export default async function ForgotPasswordPage() {
  const t = await words('accounts')
  const sendsMail = canSendMail()
  return (
    <AccountSplit title={t('forgotTitle')} intro={sendsMail ? t('forgotIntro') : t('forgotNoMail')}>
      {sendsMail && <ForgotForm />}
      <p className="mt-4 text-center text-ink-2">
        {t.rich('backToSignIn', { link: (text) => <AccountLink href="/sign-in">{text}</AccountLink> })}
      </p>
    </AccountSplit>
  )
}
