/** What the service worker kept of this account (lib/offline/kept.ts): the next one sees nothing of it. */
async function forgetOffline(): Promise<void> {
  if ('caches' in window) await window.caches.delete('skylark-user')
}

/** The browser's push service may be out of reach: nobody waits longer to leave. */
const longestUnsubscribeMs = 2_000

/**
 * Ends what this browser is sent of the account's alerts: whoever sits here next sees none of them. The push service then answers the
 * server that it is gone, and that ends its channel.
 */
async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return // on plain HTTP there is none
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  const patience = new Promise((resolve) => setTimeout(resolve, longestUnsubscribeMs))
  await Promise.race([subscription.unsubscribe(), patience])
}

let isLeaving = false

/** When the session has ended, here or elsewhere: leaves once, by a fresh page, so that nothing of the account stays in memory. */
export async function leaveSignedOut(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  await Promise.all([forgetOffline().catch(() => undefined), endPush().catch(() => undefined)])
  window.location.assign('/sign-in')
}
