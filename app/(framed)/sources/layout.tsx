import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function SourcesLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['sources']}>{children}</Words>
}
