declare const self: ServiceWorkerGlobalScope

/** The push message of the server (lib/sending/deliver-alert.ts). */
type PushedAlert = {
  readonly key: string
  readonly title: string
  readonly body: string
  /** Of this server. */
  readonly url: string
}

/** Shows an alert. One that comes a second time has the same tag: it takes the place of the first and makes no sound. */
export async function showAlert(data: PushMessageData | null): Promise<void> {
  const { key, title, body, url } = readAlert(data)
  const icon = '/apple-icon.png'
  await self.registration.showNotification(title, { body, tag: key, icon, badge: icon, data: { url } })
}

/** Browsers demand that each push shows something, also one that is none of ours. */
function readAlert(data: PushMessageData | null): PushedAlert {
  const nothing = { key: 'skylark', title: 'Skylark', body: '', url: '/alerts' }
  try {
    return { ...nothing, ...(data?.json() as Partial<PushedAlert> | undefined) }
  } catch {
    return nothing
  }
}

/** Opens what an alert tells of, in a window of ours that is open already, or another. Nothing else than our own pages. */
export async function openAlert(notification: Notification): Promise<void> {
  notification.close()
  const { url = '/alerts' } = (notification.data ?? {}) as { readonly url?: string }
  const wanted = new URL(url, self.location.origin)
  const address = wanted.origin === self.location.origin ? wanted.href : `${self.location.origin}/alerts`
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open === undefined) {
    await self.clients.openWindow(address)
    return
  }
  const window = await open.focus()
  await window.navigate(address).catch(() => self.clients.openWindow(address)) // one that this worker does not control
}
