/** What the service worker kept of this account (lib/offline/kept.ts): the next one sees nothing of it. */
export async function forgetOffline(): Promise<void> {
  if ('caches' in window) await window.caches.delete('skylark-user')
}

let isLeaving = false

/** When the session was ended from elsewhere: leaves by a fresh page, as signing out does. */
export async function leaveSignedOut(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  await forgetOffline().catch(() => undefined)
  window.location.assign('/sign-in')
}
