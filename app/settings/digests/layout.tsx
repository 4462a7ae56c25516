import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function DigestsLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['outputs']}>{children}</Words>
}
