import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { bindingsOf, keyNameOf } from '#components/reading/keys/key-bindings.ts'
import { isTakenKey } from '#components/ui/form/taken-key.ts'
import { useListSettings } from '#lib/queries/postings/list-settings.ts'

/** The key of the search (`/` unless changed) works on all pages; the reading page has its own keys, some of two strokes. */
export function useSearchKey(): void {
  const pathname = usePathname()
  const router = useRouter()
  const { options } = useListSettings()
  useEffect(() => {
    if (pathname === '/') return
    const keys = options.hasKeys ? bindingsOf(options).search : []
    const onKeyDown = (event: KeyboardEvent) => {
      if (!keys.includes(keyNameOf(event)) || isTakenKey(event)) return
      event.preventDefault()
      router.push('/?q=')
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [pathname, router, options])
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
