import type { ReactNode } from 'react'
import { Words } from '#lib/pages/words.tsx'

export default function IntegrationsLayout({ children }: { readonly children: ReactNode }) {
  return <Words areas={['integrations', 'text']}>{children}</Words>
}
