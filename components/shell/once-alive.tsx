'use client'

import type { ReactNode } from 'react'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'

/**
 * A part that the browser draws alone. The page that is kept for offline is opened at any address, and with what is known by
 * then: nothing that the server drew once could be taken over.
 */
export function OnceAlive({ children }: { readonly children: ReactNode }) {
  return useHasMounted() ? children : null
}
