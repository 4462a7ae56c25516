import type { ReactNode } from 'react'
import { SignedInFrame } from '#app/signed-in-frame.tsx'

export default function AlertsLayout({ children }: { readonly children: ReactNode }) {
  return <SignedInFrame areas={['alerts', 'sources']}>{children}</SignedInFrame>
}
