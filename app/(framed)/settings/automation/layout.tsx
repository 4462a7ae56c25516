import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function AutomationLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['rules', 'search']}>{children}</Words>
}
