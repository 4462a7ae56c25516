import { showError } from '#components/ui/open/toast.tsx'
import { leaveSignedOut } from '#lib/queries/requests/signed-out.ts'

type SignOutWords = { readonly failed: string; readonly tryAgain: string }

/** Ends the session and leaves by a fresh page, so that nothing of the account stays in memory. */
export async function signOut(words: SignOutWords): Promise<void> {
  const response = await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => null)
  if (response?.ok) await leaveSignedOut()
  else showError(words.failed, null, { label: words.tryAgain, run: () => void signOut(words) })
}
