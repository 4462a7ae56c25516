'use client'

import { useState } from 'react'
import { ForAdmin } from '#components/ui/for-admin.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'
import { useCreateChannel } from '#lib/queries/alerts/alerts.ts'
import { useWords } from '#lib/words/use-words.tsx'

type BrowserChannelProps = {
  /** Null: this server sends no Web Push. */
  readonly pushKey: string | null
}

/** Lets this browser show alerts while no page of Skylark is open (Web Push). */
export function BrowserChannel({ pushKey }: BrowserChannelProps) {
  const t = useWords('alerts')
  const common = useWords('common')
  const hasMounted = useHasMounted()
  const create = useCreateChannel()
  const [isAsking, setAsking] = useState(false)
  if (!hasMounted || pushKey === null) return null
  // No browser offers push by http, but to its own machine.
  if (!window.isSecureContext)
    return (
      <p className="text-12 text-ink-3">
        {t('pushNeedsHttps')} <ForAdmin>{common('httpsSetUp')}</ForAdmin>
      </p>
    )
  if (!('PushManager' in window) || !('serviceWorker' in navigator))
    return <p className="text-12 text-ink-3">{t('noPush')}</p>
  async function add(key: string) {
    setAsking(true)
    try {
      if ((await Notification.requestPermission()) !== 'granted') return showError(t('pushRefused'))
      const subscription = await subscribeTo(key)
      const { endpoint = '', keys } = subscription.toJSON()
      const { p256dh = '', auth = '' } = keys ?? {}
      await create.mutateAsync({ kind: 'web-push', name: browserName(), endpoint, keys: { p256dh, auth } })
      showToast(t('pushAdded'))
    } catch (error) {
      showError(t('pushFailed'), error)
    } finally {
      setAsking(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button disabled={isAsking} onClick={() => void add(pushKey)}>
        {t('addBrowser')}
      </Button>
      <p className="text-12 text-ink-3">{t('addBrowserHint')}</p>
    </div>
  )
}

/** A subscription by another key, of a server that was here before, is of no use. */
async function subscribeTo(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    const old = await pushManager.getSubscription()
    if (old === null) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/** "Firefox · Linux", as people know their browsers apart. */
function browserName(): string {
  const agent = navigator.userAgent
  const browser =
    ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((name) => agent.includes(name)) ?? 'Browser'
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'].find((name) =>
    agent.includes(name),
  )
  const known = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser
  return system === undefined ? known : `${known} · ${system}`
}
