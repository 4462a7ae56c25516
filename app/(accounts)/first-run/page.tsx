import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NewAccountForm } from '#app/(accounts)/new-account-form.tsx'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { passwordLength } from '#lib/auth/auth.ts'
import { hasNoAccounts } from '#lib/store/accounts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const metadata: Metadata = { title: 'Set up' }

// Whether an account exists is known when the page is asked for.
export const dynamic = 'force-dynamic'

export default async function FirstRunPage() {
  if (!(await hasNoAccounts(serverDatabase()))) redirect('/sign-in')
  return (
    <AccountSplit
      step={1}
      title="Make the first account"
      intro="It looks after this server: who may join, how many polls a day, which sources matter most. You can read with it too."
      foot="This page works once: until the first account is made."
    >
      <NewAccountForm leastPassword={passwordLength.min} invitation={null} nextPath="/subscribe?first=1" />
    </AccountSplit>
  )
}
