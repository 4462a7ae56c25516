import { redirect } from 'next/navigation'
import { AccountLink } from '#components/accounts/account-link.tsx'
import { currentSubscriber, pageLanguage, titled, words } from '#lib/pages/language.ts'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { hasNoAccounts, readSignUpMode } from '#lib/store/accounts/accounts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { ownPath } from '#components/accounts/own-path.ts'
import { SignInForm } from '#components/accounts/sign-in-form.tsx'

export const generateMetadata = titled('accounts', 'signIn')

type SignInPageProps = { readonly searchParams: Promise<{ readonly next?: string | string[] }> }

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const nextPath = ownPath((await searchParams).next)
  if ((await currentSubscriber()) !== null) redirect(nextPath)
  if (await hasNoAccounts(serverDatabase())) redirect('/first-run')
  const isOpen = (await readSignUpMode(serverDatabase())) === 'open'
  const t = await words('accounts')
  return (
    <AccountSplit title={t('signIn')} intro={t('signInIntro')} language={await pageLanguage()}>
      <SignInForm nextPath={nextPath} />
      <p className="mt-4 text-center text-ink-2">
        <AccountLink href="/forgot-password">{t('forgot')}</AccountLink>
      </p>
      {isOpen && (
        <p className="mt-2 text-center text-ink-2">
          {t.rich('noAccount', { link: (text) => <AccountLink href="/sign-up">{text}</AccountLink> })}
        </p>
      )}
    </AccountSplit>
  )
}
