import type { Metadata } from 'next'
import { headers } from 'next/headers'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { findSubscriber } from '#lib/auth/require-subscriber.ts'
import { hasNoAccounts, readSignUpMode } from '#lib/store/accounts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { SignInForm } from './sign-in-form.tsx'

export const metadata: Metadata = { title: 'Sign in' }

type SignInPageProps = { readonly searchParams: Promise<{ readonly next?: string | string[] }> }

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const nextPath = ownPath((await searchParams).next)
  if ((await findSubscriber(await headers())) !== null) redirect(nextPath)
  if (await hasNoAccounts(serverDatabase())) redirect('/first-run')
  const isOpen = (await readSignUpMode(serverDatabase())) === 'open'
  return (
    <AccountSplit title="Sign in" intro="Your sources were polled while you were away.">
      <SignInForm nextPath={nextPath} />
      {isOpen && (
        <p className="mt-4 text-center text-ink-2">
          No account?{' '}
          <Link
            href="/sign-up"
            className="underline decoration-control underline-offset-3 hover:decoration-ink"
          >
            Create one
          </Link>
        </p>
      )}
    </AccountSplit>
  )
}

/** Only a path of this server: a link must not lead elsewhere after signing in. */
function ownPath(next: string | string[] | undefined): string {
  const base = 'http://here.invalid'
  const url = typeof next === 'string' ? URL.parse(next, base) : null
  return url?.origin === base ? `${url.pathname}${url.search}` : '/'
}
