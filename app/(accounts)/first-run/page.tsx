import { redirect } from 'next/navigation'
import { NewAccountForm } from '#components/accounts/new-account-form.tsx'
import { pageLanguage, titled, words } from '#lib/pages/language.ts'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { passwordLength } from '#lib/auth/sign-in/password-length.ts'
import { mayBeFirst } from '#lib/auth/sign-in/first-admin.ts'
import { hasNoAccounts } from '#lib/store/accounts/accounts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('accounts', 'setUpTitle')

// Whether an account exists is known when the page is asked for.
export const dynamic = 'force-dynamic'

type FirstRunPageProps = { readonly searchParams: Promise<{ readonly key?: string | string[] }> }

export default async function FirstRunPage({ searchParams }: FirstRunPageProps) {
  if (!(await hasNoAccounts(serverDatabase()))) redirect('/sign-in')
  const { key } = await searchParams
  const given = typeof key === 'string' ? key : null
  const t = await words('accounts')
  const language = await pageLanguage()
  if (!mayBeFirst(given))
    return (
      <AccountSplit step={1} title={t('firstAccount')} intro={t('firstAccountIntro')} language={language}>
        <p className="text-ink-2">{t('firstLinkNeeded')}</p>
      </AccountSplit>
    )
  return (
    <AccountSplit
      step={1}
      title={t('firstAccount')}
      intro={t('firstAccountIntro')}
      foot={t('firstAccountFoot')}
      language={language}
    >
      <NewAccountForm
        leastPassword={passwordLength.min}
        invitation={given}
        nextPath="/subscribe?first=1"
        asksWhoJoins
      />
    </AccountSplit>
  )
}
