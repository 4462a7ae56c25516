import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function ReadingLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['text', 'search']}>{children}</Words>
}
