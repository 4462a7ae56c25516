/** The browser's push service may be out of reach: nobody waits longer to leave. */
const longestUnsubscribeMs = 2_000

/**
 * Ends what this browser is sent of the account's alerts: whoever sits here next sees none of them. The push service then answers the
 * server that it is gone, and that ends its channel.
 */
export async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return // on plain HTTP there is none
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  const patience = new Promise((resolve) => setTimeout(resolve, longestUnsubscribeMs))
  await Promise.race([subscription.unsubscribe(), patience])
}
