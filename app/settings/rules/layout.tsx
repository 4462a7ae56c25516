import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function RulesLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['rules', 'search']}>{children}</Words>
}
