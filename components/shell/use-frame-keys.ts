import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { isTakenKey } from '#components/ui/taken-key.ts'
import { useGo } from '#components/ui/use-go.ts'

/** The key `/` opens the search, in the folder or source that is shown; in an open search it goes to the field. */
export function useSearchKey(): void {
  const pathname = usePathname()
  const go = useGo()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTakenKey(event)) return
      event.preventDefault()
      if (pathname !== '/') return go('/?q=')
      const field = document.getElementById('search-field')
      if (field instanceof HTMLInputElement) return field.select()
      const shown = new URLSearchParams(window.location.search)
      const asked = new URLSearchParams()
      for (const name of ['folder', 'source']) {
        const value = shown.get(name)
        if (value !== null) asked.set(name, value)
      }
      asked.set('q', '')
      go(`/?${asked}`)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [pathname, go])
}

/** Ctrl K, on Apple's keyboards ⌘ K, opens the command palette, also out of a field. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return
      if (event.ctrlKey === event.metaKey) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return { isOpen, close: () => setOpen(false) }
}
