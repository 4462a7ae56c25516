import { useEffect, useState } from 'react'

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
