import { useSyncExternalStore } from 'react'

/** The secret of a mailed link: what follows #, which no server sees. '' without one; null until the page is drawn. */
export function useLinkSecret(): string | null {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('hashchange', listener)
      return () => window.removeEventListener('hashchange', listener)
    },
    () => window.location.hash.slice(1),
    () => null,
  )
}
