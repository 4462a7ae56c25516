/** The value that this browser keeps at a place; null where there is nothing, or where it keeps nothing for us. */
export function readStored(place: string): string | null {
  return guarded(() => window.localStorage.getItem(place))
}

/** Keeps a text in this browser, as far as it keeps anything: it may be told not to, or be full. */
export function store(place: string, text: string): void {
  guarded(() => window.localStorage.setItem(place, text))
}

/** The same for as long as this tab lives: over reloads, and back from other sites. */
export function readTab(place: string): string | null {
  return guarded(() => window.sessionStorage.getItem(place))
}

export function storeInTab(place: string, text: string): void {
  guarded(() => window.sessionStorage.setItem(place, text))
}

function guarded<T>(act: () => T): T | null {
  try {
    return act()
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
