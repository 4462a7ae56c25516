import { useSyncExternalStore } from 'react'

/**
 * Stands in for next/navigation where a component is drawn alone: the address is the window's, and there is no server
 * to ask for a page.
 */
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** As Next's router does, which hears so of every step in the history (components/ui/step-history.ts waits for it). */
for (const name of ['pushState', 'replaceState'] as const) {
  const step = History.prototype[name]
  window.history[name] = (...state) => {
    step.apply(window.history, state)
    tell()
  }
}
window.addEventListener('popstate', tell)

/** The addresses for which a server would have been asked for a page. */
export const askedPages: string[] = []

const router = {
  push: (href: string) => {
    askedPages.push(href)
    window.history.pushState(null, '', href)
  },
  replace: (href: string) => window.history.replaceState(null, '', href),
  back: () => window.history.back(),
  forward: () => window.history.forward(),
  refresh: () => undefined,
  prefetch: () => undefined,
}

export function useRouter() {
  return router
}

export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname)
}

let known = new URLSearchParams()
export function useSearchParams(): URLSearchParams {
  return useSyncExternalStore(subscribe, () => {
    if (known.toString() !== new URLSearchParams(window.location.search).toString())
      known = new URLSearchParams(window.location.search)
    return known
  })
}
