import { useEffect } from 'react'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Has the server renew the session, which ends a month after it was last renewed: at once, and once a day. For the frame, which stays open for weeks. */
export function useRenewedSession(): void {
  useEffect(() => {
    // Without an answer the cookie stays as it is: there is a month for the next time.
    const renew = () => void fetch('/api/auth/get-session').catch(() => undefined)
    renew()
    const timer = setInterval(renew, DAY_MS)
    return () => clearInterval(timer)
  }, [])
}
