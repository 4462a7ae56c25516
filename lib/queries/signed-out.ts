/** What the service worker kept of this account (lib/offline/kept.ts): the next one sees nothing of it. */
async function forgetOffline(): Promise<void> {
  if ('caches' in window) await window.caches.delete('skylark-user')
}

let isLeaving = false

/** When the session has ended, here or elsewhere: leaves once, by a fresh page, so that nothing of the account stays in memory. */
export async function leaveSignedOut(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  await forgetOffline().catch(() => undefined)
  window.location.assign('/sign-in')
}
