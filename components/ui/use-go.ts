import { usePathname, useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { stepHistory } from './step-history.ts'

/** Opens an address: from list to list without asking the server for a page, as lists are in the cache or fetch themselves. */
export function useGo(): (href: string) => void {
  const router = useRouter()
  const pathname = usePathname()
  return useCallback(
    (href) => {
      const isList = href === '/' || href.startsWith('/?')
      const [path, part] = href.split('#')
      if (pathname === '/' && isList) stepHistory('push', href)
      else if (part === undefined || path !== pathname) router.push(href)
      else if (location.hash !== `#${part}`) location.hash = part
      // The browser tells nobody of an address that stays; the part may be out of sight by now.
      else window.dispatchEvent(new HashChangeEvent('hashchange'))
    },
    [pathname, router],
  )
}
