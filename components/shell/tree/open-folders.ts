import { useSyncExternalStore } from 'react'
import { readStored, store } from '#components/ui/device-storage.ts'

/** The key under which this browser keeps the folders that were opened or closed by hand: { "12": true }. */
const place = 'skylark-folders'
const nothing: Readonly<Record<string, boolean>> = {}

let read: Readonly<Record<string, boolean>> | null = null
const listeners = new Set<() => void>()

function current(): Readonly<Record<string, boolean>> {
  read ??= parse(readStored(place))
  return read
}

function parse(text: string | null): Readonly<Record<string, boolean>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return nothing
    return Object.fromEntries(Object.entries(value).filter(([, isOpen]) => typeof isOpen === 'boolean'))
  } catch (error) {
    if (error instanceof SyntaxError) return nothing // somebody else's words in our place
    throw error
  }
}

/** Opens or closes a folder, here and in the other trees of this window. */
export function setFolderOpen(id: number, isOpen: boolean): void {
  read = { ...current(), [id]: isOpen }
  store(place, JSON.stringify(read))
  for (const listener of listeners) listener()
}

/** The folders that were opened or closed by hand. */
export function useOpenFolders(): Readonly<Record<string, boolean>> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current,
    () => nothing,
  )
}
