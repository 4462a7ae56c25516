import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function AccountsLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['accounts']}>{children}</Words>
}
