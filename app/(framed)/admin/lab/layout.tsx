import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function LabLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['lab']}>{children}</Words>
}
