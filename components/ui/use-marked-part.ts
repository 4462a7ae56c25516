import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

/** Brings the part of the page that the address names into sight, and marks it until another is named (app/globals.css). */
export function useMarkedPart(): void {
  const pathname = usePathname()
  useEffect(() => {
    let marked: HTMLElement | null = null
    const mark = () => {
      marked?.removeAttribute('data-marked')
      marked = document.getElementById(location.hash.slice(1))
      if (marked === null) return
      marked.dataset['marked'] = ''
      marked.scrollIntoView({ block: marked.offsetHeight < window.innerHeight / 2 ? 'center' : 'start' })
      marked.tabIndex = -1
      marked.focus({ preventScroll: true })
    }
    mark()
    window.addEventListener('hashchange', mark)
    return () => window.removeEventListener('hashchange', mark)
  }, [pathname])
}
