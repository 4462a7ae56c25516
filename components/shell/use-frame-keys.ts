import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

/** The key `/` opens the search, in the folder or source that is shown; in an open search it goes to the field. */
export function useSearchKey(): void {
  const pathname = usePathname()
  const router = useRouter()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || isWriting(event)) return
      event.preventDefault()
      if (pathname !== '/') return router.push('/?q=')
      const field = document.getElementById('search-field')
      if (field instanceof HTMLInputElement) return field.select()
      const shown = new URLSearchParams(window.location.search)
      const asked = new URLSearchParams()
      for (const name of ['folder', 'source']) {
        const value = shown.get(name)
        if (value !== null) asked.set(name, value)
      }
      asked.set('q', '')
      window.history.pushState(null, '', `/?${asked}`)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [pathname, router])
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

function isWriting({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return true
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=dialog],[role=menu]') !== null) return true
  return target.matches('textarea,select,input:not([type=checkbox],[type=radio],[type=range])')
}
