import Link from 'next/link'
import { redirect } from 'next/navigation'
import { currentSubscriber, titled, words } from '#app/language.ts'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { hasNoAccounts, readSignUpMode } from '#lib/store/accounts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { SignInForm } from './sign-in-form.tsx'

export const generateMetadata = titled('accounts', 'signIn')

type SignInPageProps = { readonly searchParams: Promise<{ readonly next?: string | string[] }> }

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const nextPath = ownPath((await searchParams).next)
  if ((await currentSubscriber()) !== null) redirect(nextPath)
  if (await hasNoAccounts(serverDatabase())) redirect('/first-run')
  const isOpen = (await readSignUpMode(serverDatabase())) === 'open'
  const t = await words('accounts')
  return (
    <AccountSplit title={t('signIn')} intro={t('signInIntro')}>
      <SignInForm nextPath={nextPath} />
      {isOpen && (
        <p className="mt-4 text-center text-ink-2">
          {t.rich('noAccount', {
            link: (words) => (
              <Link
                href="/sign-up"
                className="underline decoration-control underline-offset-3 hover:decoration-ink"
              >
                {words}
              </Link>
            ),
          })}
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
