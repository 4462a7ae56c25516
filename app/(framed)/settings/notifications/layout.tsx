import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function NotificationsLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['alerts', 'outputs', 'sources']}>{children}</Words>
}
