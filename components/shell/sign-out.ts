import { showError } from '#components/ui/toast.tsx'

/** What the service worker kept of this account (lib/offline/kept.ts): the next one sees nothing of it. */
export async function forgetOffline(): Promise<void> {
  if ('caches' in window) await window.caches.delete('skylark-user')
}

type SignOutWords = { readonly failed: string; readonly tryAgain: string }

/** Ends the session and leaves by a fresh page, so that nothing of the account stays in memory. */
export async function signOut(words: SignOutWords): Promise<void> {
  const response = await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => null)
  if (response?.ok) {
    await forgetOffline()
    window.location.assign('/sign-in')
  } else showError(words.failed, null, { label: words.tryAgain, run: () => void signOut(words) })
}
