import { redirect } from 'next/navigation'
import { NewAccountForm } from '#app/(accounts)/new-account-form.tsx'
import { titled, words } from '#app/language.ts'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { passwordLength } from '#lib/auth/auth.ts'
import { hasNoAccounts } from '#lib/store/accounts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const generateMetadata = titled('accounts', 'setUpTitle')

// Whether an account exists is known when the page is asked for.
export const dynamic = 'force-dynamic'

export default async function FirstRunPage() {
  if (!(await hasNoAccounts(serverDatabase()))) redirect('/sign-in')
  const t = await words('accounts')
  return (
    <AccountSplit
      step={1}
      title={t('firstAccount')}
      intro={t('firstAccountIntro')}
      foot={t('firstAccountFoot')}
    >
      <NewAccountForm leastPassword={passwordLength.min} invitation={null} nextPath="/subscribe?first=1" />
    </AccountSplit>
  )
}
