import type { Metadata } from 'next'
import { headers } from 'next/headers'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { NewAccountForm } from '#app/(accounts)/new-account-form.tsx'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { passwordLength } from '#lib/auth/auth.ts'
import { findSubscriber } from '#lib/auth/require-subscriber.ts'
import { hashSecret } from '#lib/auth/secrets.ts'
import { hasNoAccounts, readSignUpMode } from '#lib/store/accounts.ts'
import { isInvitationUsable } from '#lib/store/invitations.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const metadata: Metadata = { title: 'Create account' }

type SignUpPageProps = { readonly searchParams: Promise<{ readonly invitation?: string | string[] }> }

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  const { invitation } = await searchParams
  const secret = typeof invitation === 'string' ? invitation : null
  if ((await findSubscriber(await headers())) !== null) redirect('/')
  if (await hasNoAccounts(serverDatabase())) redirect('/first-run')
  const refusal = await refusalFor(secret)
  if (refusal !== null)
    return (
      <AccountSplit title={refusal.title} intro={refusal.reason}>
        <p className="text-ink-2">
          <SignInLink>Sign in</SignInLink> with an account you have.
        </p>
      </AccountSplit>
    )
  return (
    <AccountSplit
      title="Create account"
      intro={
        secret === null
          ? 'Read what you choose, soon after it is published.'
          : 'You are invited. The invitation is used up with this account.'
      }
    >
      <NewAccountForm leastPassword={passwordLength.min} invitation={secret} nextPath="/subscribe?first=1" />
      <p className="mt-4 text-center text-ink-2">
        or <SignInLink>sign in</SignInLink>
      </p>
    </AccountSplit>
  )
}

/** Why nobody can sign up by this link; null when it can be done. */
async function refusalFor(secret: string | null) {
  const mode = await readSignUpMode(serverDatabase())
  if (mode === 'open') return null
  if (mode === 'closed')
    return { title: 'Sign-up is closed', reason: 'This server takes no new accounts. Ask its admin.' }
  if (secret === null)
    return { title: 'Sign-up is by invitation', reason: 'Ask the admin of this server for a link.' }
  if (await isInvitationUsable(serverDatabase(), hashSecret(secret), new Date())) return null
  return {
    title: 'This invitation does not work',
    reason: 'It is unknown, was used, or has expired. Ask the admin of this server for a new link.',
  }
}

function SignInLink({ children }: { readonly children: ReactNode }) {
  return (
    <Link href="/sign-in" className="underline decoration-control underline-offset-3 hover:decoration-ink">
      {children}
    </Link>
  )
}
