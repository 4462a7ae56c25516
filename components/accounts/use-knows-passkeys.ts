import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the browser knows passkeys at this address (it wants https, or this machine). No, until the page is alive. */
export function useKnowsPasskeys(): boolean {
  return useSyncExternalStore(
    never,
    () => typeof PublicKeyCredential !== 'undefined',
    () => false,
  )
}
