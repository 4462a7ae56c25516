import { useSyncExternalStore } from 'react'

/** From here on a text or a preview stands beside its list (design: 960 px). */
const wide = '(min-width: 960px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether two panes fit; null: nobody knows yet, as the server draws. */
export function useIsWide(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => null,
  )
}
