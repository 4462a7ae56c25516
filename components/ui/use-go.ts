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
      // The part is gone to once more where the address has it already.
      else if (location.hash === `#${part}`) window.dispatchEvent(new HashChangeEvent('hashchange'))
      else location.hash = part
    },
    [pathname, router],
  )
}
