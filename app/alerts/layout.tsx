import type { ReactNode } from 'react'
import { SignedInFrame } from '#lib/pages/signed-in-frame.tsx'

export default function AlertsLayout({ children }: { readonly children: ReactNode }) {
  return <SignedInFrame areas={['alerts', 'sources']}>{children}</SignedInFrame>
}
