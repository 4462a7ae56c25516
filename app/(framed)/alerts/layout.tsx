import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function AlertsLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['alerts', 'sources']}>{children}</Words>
}
