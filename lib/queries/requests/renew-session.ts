import { useEffect } from 'react'

/** Has the server renew the cookie of the session, which ends a month after it was last renewed. For the frame of the pages. */
export function useRenewedSession(): void {
  useEffect(() => {
    // Without an answer the cookie stays as it is: there is a month for the next time.
    fetch('/api/auth/get-session').catch(() => undefined)
  }, [])
}
