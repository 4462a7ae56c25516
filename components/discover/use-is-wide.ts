import { useSyncExternalStore } from 'react'

/** From here on the preview stands beside the list (design: 960 px). */
const wide = '(min-width: 960px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether two panes fit; the server draws two. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => true,
  )
}
