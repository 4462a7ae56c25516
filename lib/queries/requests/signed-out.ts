/** The service worker's store of this account (lib/offline/kept.ts) is deleted: the next one sees nothing of it. */
async function forgetOffline(): Promise<void> {
  if ('caches' in window) await window.caches.delete('skylark-user')
}

/** Loaded by who leaves. Out of reach, it leaves the channel to the server, which ends it with the session. */
async function endPush(): Promise<void> {
  await (await import('./end-push.ts')).endPush()
}

let isLeaving = false

/** A session that has ended, here or elsewhere, is left once, by a fresh page, so that nothing of the account stays in memory. */
export async function leaveSignedOut(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  await Promise.all([forgetOffline().catch(() => undefined), endPush().catch(() => undefined)])
  window.location.assign('/sign-in')
}
