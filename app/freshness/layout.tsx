import type { ReactNode } from 'react'
import { SignedInFrame } from '#lib/pages/signed-in-frame.tsx'

export default function FreshnessLayout({ children }: { readonly children: ReactNode }) {
  return <SignedInFrame areas={['sources']}>{children}</SignedInFrame>
}
