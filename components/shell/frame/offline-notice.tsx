'use client'

import { useEffect, useState } from 'react'
import { useMe } from '#lib/queries/accounts/account.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { askToKeep } from './offline-count.ts'

type Status = { readonly isOffline: boolean; readonly count: number }
type Message = Status & { readonly type?: string }

/** The kept articles are brought up to date so long after the page is there, and after it is left; how often, the worker knows. */
const firstKeepMs = 3_000
const leftKeepMs = 5_000

/** Starts the service worker, and says calmly when what is shown comes from it. Loaded after the page. */
export function OfflineNotice() {
  const t = useWords('shell')
  const [status, setStatus] = useState<Status>({ isOffline: false, count: 0 })
  const userId = useMe().data?.id
  useEffect(() => {
    if (userId === undefined) return
    const tell = ({ active }: ServiceWorkerRegistration) => active?.postMessage({ type: 'account', userId })
    void navigator.serviceWorker?.ready.then(tell)
    void renew().catch(() => undefined) // the next page does
  }, [userId])
  useEffect(() => {
    const worker = navigator.serviceWorker
    // While developing, scripts keep their addresses: nothing of them may be kept.
    if (worker === undefined || process.env.NODE_ENV !== 'production') return
    const onMessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === 'offline') setStatus(data)
    }
    const ask = () => worker.controller?.postMessage({ type: 'status' })
    worker.addEventListener('message', onMessage)
    worker.startMessages()
    window.addEventListener('online', ask)
    window.addEventListener('offline', ask)
    const stopKeeping = keepFresh(worker)
    ask()
    return () => {
      worker.removeEventListener('message', onMessage)
      window.removeEventListener('online', ask)
      window.removeEventListener('offline', ask)
      stopKeeping()
    }
  }, [])
  return (
    // A line of its own: it covers nothing. The element is there before its words, so that they are announced.
    <p role="status" className="shrink-0 lg:col-start-2">
      {status.isOffline && (
        <span className="flex items-center justify-center gap-2 border-t border-line bg-raised px-3 py-1.5 text-13 text-ink-2">
          {t('offline', { count: status.count })}
        </span>
      )}
    </p>
  )
}

function keepFresh(worker: ServiceWorkerContainer): () => void {
  const onHidden = () => {
    if (document.visibilityState === 'hidden') askToKeep(leftKeepMs)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  worker
    .register('/sw.js')
    .then(() => worker.ready)
    .then(
      () => (timer = setTimeout(() => askToKeep(), firstKeepMs)),
      () => undefined, // private windows and plain http have no service workers; everything else works
    )
  document.addEventListener('visibilitychange', onHidden)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHidden)
  }
}

/** Few browsers were ever added to be told of alerts: the others need not load what renews that. */
async function renew(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const { renewBrowser } = await import('#lib/queries/events/renew-browser.ts')
  await renewBrowser()
}
