import { useEffect } from 'react'
import { useOpenOnPage } from '#components/ui/open/use-open-on-page.ts'

const asked = 'skylark-palette'

/** Opens the command palette, where there is no keyboard for it. */
export function openPalette(): void {
  window.dispatchEvent(new Event(asked))
}

/** Ctrl K, on Apple's keyboards ⌘ K, opens the command palette, also out of a field. */
export function usePalette() {
  const [isOpen, setOpen] = useOpenOnPage()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return
      if (event.ctrlKey === event.metaKey) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    const open = () => setOpen(true)
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener(asked, open)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener(asked, open)
    }
  }, [setOpen])
  return { isOpen, close: () => setOpen(false) }
}
