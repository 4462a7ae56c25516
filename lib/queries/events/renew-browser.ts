import { request } from '#lib/queries/requests/request.ts'

/**
 * A browser that was added to be told of alerts, and that still may, is told in this session, too: with the one before it ended.
 * Where it was not added by this account nothing changes.
 */
export async function renewBrowser(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  if (!('serviceWorker' in navigator)) return // on plain HTTP there is none
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  if (subscription === null) return
  await request<undefined>('POST', '/alerts/channels/renew', { body: { endpoint: subscription.endpoint } })
}
