import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function ConnectionsLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['integrations', 'outputs']}>{children}</Words>
}
