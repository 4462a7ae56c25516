import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False while the server's drawing is shown, then true: for what only the browser knows. */
export function useHasMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
