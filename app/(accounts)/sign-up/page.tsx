import Link from 'next/link'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { NewAccountForm } from '#components/accounts/new-account-form.tsx'
import { currentSubscriber, pageLanguage, titled, words } from '#lib/pages/language.ts'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { passwordLength } from '#lib/auth/sign-in/password-length.ts'
import { hashSecret } from '#lib/auth/identity/secrets.ts'
import { hasNoAccounts, readSignUpMode } from '#lib/store/accounts/accounts.ts'
import { isInvitationUsable } from '#lib/store/accounts/invitations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('accounts', 'createAccount')

type SignUpPageProps = { readonly searchParams: Promise<{ readonly invitation?: string | string[] }> }

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  const { invitation } = await searchParams
  const secret = typeof invitation === 'string' ? invitation : null
  if ((await currentSubscriber()) !== null) redirect('/')
  if (await hasNoAccounts(serverDatabase())) redirect('/first-run')
  const t = await words('accounts')
  const link = (words: ReactNode) => <SignInLink>{words}</SignInLink>
  const refusal = await refusalFor(secret)
  if (refusal !== null)
    return (
      <AccountSplit title={t(refusal.title)} intro={t(refusal.reason)}>
        <p className="text-ink-2">{t.rich('signInWithOther', { link })}</p>
      </AccountSplit>
    )
  return (
    <AccountSplit
      title={t('createAccount')}
      intro={secret === null ? t('createAccountIntro') : t('invitedIntro')}
      language={await pageLanguage()}
    >
      <NewAccountForm leastPassword={passwordLength.min} invitation={secret} nextPath="/subscribe?first=1" />
      <p className="mt-4 text-center text-ink-2">{t.rich('orSignIn', { link })}</p>
    </AccountSplit>
  )
}

/** Why nobody can sign up by this link; null when it can be done. */
async function refusalFor(secret: string | null) {
  const mode = await readSignUpMode(serverDatabase())
  if (mode === 'open') return null
  if (mode === 'closed') return { title: 'signUpClosed', reason: 'signUpClosedReason' } as const
  if (secret === null) return { title: 'signUpInvitation', reason: 'signUpInvitationReason' } as const
  if (await isInvitationUsable(serverDatabase(), hashSecret(secret), new Date())) return null
  return { title: 'invitationBad', reason: 'invitationBadReason' } as const
}

function SignInLink({ children }: { readonly children: ReactNode }) {
  return (
    <Link href="/sign-in" className="underline decoration-control underline-offset-3 hover:decoration-ink">
      {children}
    </Link>
  )
}
