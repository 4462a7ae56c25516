import { showError } from '#components/ui/toast.tsx'

/** Ends the session and leaves by a fresh page, so that nothing of the account stays in memory. */
export async function signOut(): Promise<void> {
  const response = await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => null)
  if (response?.ok) window.location.assign('/sign-in')
  else
    showError('Signing out did not work. The server did not answer.', {
      label: 'Try again',
      run: () => void signOut(),
    })
}
