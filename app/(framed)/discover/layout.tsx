import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function DiscoverLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['discover']}>{children}</Words>
}
