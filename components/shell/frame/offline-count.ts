import { readStored, store } from '#components/ui/device-storage.ts'

const key = 'offline-postings'
/** The numbers of postings that a browser may keep to be read offline. */
export const offlineCounts = [0, 50, 200, 500] as const
export type OfflineCount = (typeof offlineCounts)[number]
const usual: OfflineCount = 200

/** The number of postings that this browser keeps: a setting of the device, so it stays on it. */
export function readOfflineCount(): OfflineCount {
  const stored = Number(readStored(key) ?? usual)
  return offlineCounts.find((count) => count === stored) ?? usual
}

/** Stores the setting and has the service worker follow it. */
export function writeOfflineCount(count: OfflineCount): void {
  store(key, String(count))
  askToKeep()
}

/** Asks the service worker, where there is one, to bring up to date what it keeps, some time after. */
export function askToKeep(afterMs = 0): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'keep', count: readOfflineCount(), afterMs })
}
